//! `serve` and `backup`: the house, and a copy of what is in it.

use crate::args::{BackupArgs, DoctorArgs, Limit, MoveHouseArgs, ServeArgs};
use crate::known;
use crate::setup::Failure;
use server::{Cap, HostNames, House, Rates, Secret, Settings, Share, WorkLimits};
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use store::{Postgres, Sqlite, Store};
use tokio::net::TcpListener;

/// The file with all tables, in the data folder.
const FILE: &str = "parlour.db";

pub fn serve(args: &ServeArgs, out: &mut impl Write) -> Result<(), Failure> {
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(args.log);
    log.with_target(false).with_ansi(colours).init();
    let folder = args.data.clone().map_or_else(data_folder, Ok)?;
    if std::env::var_os(known::VARIABLE).is_none() {
        known::look_in(Some(&folder.join(known::FOLDER)))?;
    }
    let failed = |why: &dyn std::fmt::Display| Failure::No(format!("{}: {why}", folder.display()));
    make_private(&folder).map_err(|why| failed(&why))?;
    let store: Arc<dyn Store> = match &args.store {
        Some(address) => Arc::new(postgres(address)?),
        None => Arc::new(Sqlite::open_alone(&folder.join(FILE)).map_err(|why| failed(&why))?),
    };
    let secret = match std::env::var("PARLOUR_SECRET") {
        Ok(text) => Secret::from_text(&text).ok_or_else(|| {
            Failure::Unclear("PARLOUR_SECRET is too short; expected at least 32 letters chosen at random".to_string())
        })?,
        Err(_) => Secret::in_folder(&folder).map_err(|why| failed(&why))?,
    };
    let settings = settings(args);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let house = House::new(settings, store, secret);
        tokio::task::block_in_place(|| house.prepare()).map_err(|why| failed(&why))?;
        let mut listen = args.listen;
        if args.lan {
            listen.set_ip(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        }
        let listener = TcpListener::bind(listen).await.map_err(|why| occupied(listen, &why))?;
        let address = listener.local_addr()?;
        let shown = SocketAddr::new(
            if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() },
            address.port(),
        );
        writeln!(out, "Parlour is open: http://{shown}")?;
        for address in server::addresses(&[address]) {
            writeln!(out, "In the house network: http://{address}")?;
        }
        let kept = if args.store.is_some() { "the database".to_string() } else { folder.display().to_string() };
        writeln!(out, "Tables are kept in {kept}. Ctrl-C closes the house; nothing is lost.")?;
        out.flush()?;
        if !args.no_open {
            open_browser(&format!("http://{shown}"));
        }
        Ok::<_, Failure>(server::serve(house, listener, stop()).await?)
    });
    // Searches that have not polled their stop flag yet must not delay the exit.
    runtime.shutdown_background();
    served
}

/// Makes the folder, if it is not there, for its owner only.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// What the flags say. There are never more connections than files can be open.
fn settings(args: &ServeArgs) -> Settings {
    let given = &args.limits;
    let files = raised_file_limit().unwrap_or(usize::MAX);
    let connections = given.max_connections.min(files.saturating_sub(RESERVED_FILES).max(1));
    let mut work = WorkLimits { steps: given.max_steps, bytes: given.max_answer << 10, ..WorkLimits::default() };
    work.requests = Share {
        total: given.max_heavy.unwrap_or(work.requests.total),
        per_client: given.max_heavy_per_address,
        time: given.max_time,
    };
    Settings {
        pace: args.pace,
        limits: args.limit == Limit::On,
        rates: Rates {
            requests: given.request_rate,
            seats: given.seat_rate,
            tables: given.table_rate,
            streams: given.stream_rate,
        },
        proxies: args.proxy.clone(),
        host_names: HostNames { given: args.host_name.clone(), computer: computer_name() },
        work,
        connections: Cap { total: connections, per_client: given.max_connections_per_address },
        streams: Cap { total: given.max_streams, per_client: given.max_streams_per_address },
        forget_after: given.forget_after,
        kept_results: given.keep_results.saturating_mul(1 << 20),
        allow_building: given.allow_building,
        ..Settings::default()
    }
}

/// What this computer is called.
#[cfg(unix)]
fn computer_name() -> Option<String> {
    rustix::system::uname().nodename().to_str().ok().filter(|name| !name.is_empty()).map(String::from)
}

#[cfg(not(unix))]
fn computer_name() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}

/// Files that are open beside connections: the store's, the listeners, the logs.
const RESERVED_FILES: usize = 100;
/// Nobody needs more open files than this; some systems allow so many that counting them takes long.
#[cfg(unix)]
const ENOUGH_FILES: u64 = 65_536;

/// Lets this process open as many files as the system allows it, within reason; tells how many.
#[cfg(unix)]
fn raised_file_limit() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let wanted = limit.maximum.unwrap_or(ENOUGH_FILES).min(ENOUGH_FILES);
    let current = limit.current.unwrap_or(u64::MAX);
    if current >= wanted {
        return usize::try_from(current).ok();
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: limit.maximum }) {
        Ok(()) => usize::try_from(wanted).ok(),
        Err(why) => {
            tracing::warn!(%why, "the limit of open files could not be raised");
            usize::try_from(current).ok()
        }
    }
}

#[cfg(not(unix))]
fn raised_file_limit() -> Option<usize> {
    None
}

fn occupied(listen: SocketAddr, why: &std::io::Error) -> Failure {
    Failure::No(format!(
        "cannot listen on {listen}: {why}; perhaps Parlour is open already, or try --listen 127.0.0.1:0"
    ))
}

/// Resolves when the house is to close: ctrl-c, or SIGTERM.
async fn stop() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminated = signal(SignalKind::terminate()).expect("signals can be listened to");
        tokio::select! {
            _ = interrupted => {}
            _ = terminated.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = interrupted.await;
}

/// Where programs keep what belongs to the user, by the custom of the platform.
pub fn data_folder() -> Result<PathBuf, Failure> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(target_os = "windows") {
        variable("LOCALAPPDATA").map(|folder| folder.join("Parlour"))
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support/Parlour"))
    } else {
        let shared = variable("XDG_DATA_HOME").filter(|folder| folder.is_absolute());
        shared.or_else(|| variable("HOME").map(|home| home.join(".local/share"))).map(|data| data.join("parlour"))
    };
    folder.ok_or_else(|| Failure::Unclear("no home folder is known; expected --data FOLDER".to_string()))
}

/// Opens the browser where there is a desktop; if that fails, the address has been printed.
fn open_browser(address: &str) {
    let mut command = if cfg!(target_os = "windows") {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", "", address]);
        command
    } else {
        let mut command = Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" });
        command.arg(address);
        command
    };
    let desktop = cfg!(any(target_os = "windows", target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if desktop {
        let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    }
}

pub fn backup(args: &BackupArgs, out: &mut impl Write) -> Result<(), Failure> {
    let folder = args.data.clone().map_or_else(data_folder, Ok)?;
    let file = folder.join(FILE);
    if !file.exists() {
        return Err(Failure::No(format!("there are no tables in {}", folder.display())));
    }
    copy(&file, &args.file).map_err(|why| Failure::No(why.to_string()))?;
    Ok(writeln!(out, "All tables have been copied to {}.", args.file.display())?)
}

/// Opens a PostgreSQL database as a node of its own.
fn postgres(address: &str) -> Result<Postgres, Failure> {
    Postgres::open(address, &server::new_node()).map_err(|why| Failure::No(format!("the database: {why}")))
}

/// A store by its name: the address of a database, or a data folder.
fn named(store: &str) -> Result<Box<dyn Store>, Failure> {
    if store.starts_with("postgres://") || store.starts_with("postgresql://") {
        return Ok(Box::new(postgres(store)?));
    }
    let folder = Path::new(store);
    make_private(folder)?;
    let opened = Sqlite::open_alone(&folder.join(FILE));
    Ok(Box::new(opened.map_err(|why| Failure::No(format!("{}: {why}", folder.display())))?))
}

pub fn move_house(args: &MoveHouseArgs, out: &mut impl Write) -> Result<(), Failure> {
    let (from, to) = (named(&args.from)?, named(&args.to)?);
    let copied = store::copy_all(&*from, &*to, &mut |_| ()).map_err(|why| Failure::No(why.to_string()))?;
    writeln!(out, "{copied} tables were copied, and are the same there.")?;
    writeln!(out, "The secret moves separately: copy the file 'secret', or give every node the same PARLOUR_SECRET.")?;
    Ok(())
}

pub fn doctor(args: &DoctorArgs, out: &mut impl Write) -> Result<(), Failure> {
    let place = args.store.clone().map_or_else(|| data_folder().map(|folder| folder.display().to_string()), Ok)?;
    let is_folder = !place.contains("://");
    if is_folder && !Path::new(&place).join(FILE).exists() {
        return Err(Failure::No(format!("there are no tables in {place}")));
    }
    let store: Box<dyn Store> = if is_folder {
        // Others may have it open meanwhile.
        let opened = Sqlite::open(&Path::new(&place).join(FILE));
        Box::new(opened.map_err(|why| Failure::No(format!("{place}: {why}")))?)
    } else {
        named(&place)?
    };
    let has_secret = is_folder && Path::new(&place).join("secret").exists();
    let secret = has_secret.then(|| Secret::in_folder(Path::new(&place))).transpose()?;
    let findings = server::examine(&*store, secret.as_ref()).map_err(|why| Failure::No(format!("{place}: {why}")))?;
    for fault in &findings.faults {
        writeln!(out, "{fault}")?;
    }
    writeln!(out, "{} tables with {} events were read.", findings.tables, findings.events)?;
    match findings.faults.len() {
        0 => Ok(writeln!(out, "All is well.")?),
        1 => Err(Failure::No("one thing is wrong".to_string())),
        many => Err(Failure::No(format!("{many} things are wrong"))),
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), store::Error> {
    Sqlite::open(from)?.backup(to)
}
