//! What can be typed after the commands that open the house or look after what is in it.

use super::duration;
use clap::{Args, Parser};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Clone)]
pub struct ServeArgs {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value_t = DEFAULT_ADDRESS, env = "PARLOUR_LISTEN")]
    pub listen: SocketAddr,
    /// Where tables are kept; the default is the user's data folder
    #[arg(long, value_name = "FOLDER", env = "PARLOUR_DATA")]
    pub data: Option<PathBuf>,
    /// Keep tables in a PostgreSQL database instead, which any number of nodes can share
    #[arg(long, value_name = "postgres://USER@HOST/NAME", env = "PARLOUR_STORE", hide_env_values = true)]
    pub store: Option<String>,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Let others in the house play too: listen on the house network
    #[arg(long)]
    pub lan: bool,
    /// How long the computer's answer takes at least, in seconds, so that the eye can follow
    #[arg(long, value_name = "S", default_value = "0.5", value_parser = duration)]
    pub pace: Duration,
    /// Whether addresses that ask too much are asked to wait
    #[arg(long, value_name = "on|off", default_value = "on")]
    pub limit: Limit,
    /// Proxies before this house, whose X-Forwarded-For is believed; without an address, one on this computer
    #[arg(long, value_name = "ADDRESS,...", num_args = 0..=1, default_missing_value = "127.0.0.1,::1", value_delimiter = ',', require_equals = true)]
    pub proxy: Vec<IpAddr>,
    /// Names that the house goes by beside its addresses, localhost and this computer's own name
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', env = "PARLOUR_HOST_NAME")]
    pub host_name: Vec<String>,
    #[command(flatten)]
    pub limits: ServeLimits,
    /// How much to tell on standard error
    #[arg(long, value_name = "LEVEL", default_value = "info", env = "PARLOUR_LOG")]
    pub log: tracing::Level,
}

/// What one visitor, and all together, may use of the machine.
#[derive(Args, Clone)]
#[command(next_help_heading = "Limits")]
pub struct ServeLimits {
    /// Connections at once
    #[arg(long, value_name = "N", default_value_t = 8_000)]
    pub max_connections: usize,
    /// Connections of one address at once (proxies do not count as one)
    #[arg(long, value_name = "N", default_value_t = 250)]
    pub max_connections_per_address: usize,
    /// Live streams at once
    #[arg(long, value_name = "N", default_value_t = 6_000)]
    pub max_streams: usize,
    /// Live streams of one address at once
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub max_streams_per_address: usize,
    /// Heavy requests worked on at once; the default is twice the number of cores
    #[arg(long, value_name = "N")]
    pub max_heavy: Option<usize>,
    /// Heavy requests of one address worked on at once
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub max_heavy_per_address: usize,
    /// How long a heavy request may be worked on, in seconds
    #[arg(long, value_name = "S", default_value = "10", value_parser = duration)]
    pub max_time: Duration,
    /// Steps that one request may be about
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    pub max_steps: usize,
    /// The longest answer, in kB
    #[arg(long, value_name = "KB", default_value_t = 8_192)]
    pub max_answer: usize,
    /// Requests of one address: so many at once, and so many a second, minute or hour after that
    #[arg(long, value_name = "N+N/s", default_value = "300+50/s")]
    pub request_rate: server::Rate,
    /// Steps and other actions of one seat
    #[arg(long, value_name = "N+N/s", default_value = "60+10/s")]
    pub seat_rate: server::Rate,
    /// New tables of one address
    #[arg(long, value_name = "N+N/h", default_value = "100+100/h")]
    pub table_rate: server::Rate,
    /// Live streams opened by one address
    #[arg(long, value_name = "N+N/s", default_value = "120+4/s")]
    pub stream_rate: server::Rate,
    /// Delete tables at which nothing has happened for so many days; finished games of people are kept
    #[arg(long, value_name = "DAYS", value_parser = days)]
    pub forget_after: Option<Duration>,
    /// Keep so many MB of results that took long, such as reviews of games; the oldest leave first
    #[arg(long, value_name = "MB", default_value_t = 64)]
    pub keep_results: u64,
    /// Let everybody build tablebases from the page, and not only whoever sits at this computer
    #[arg(long)]
    pub allow_building: bool,
}

fn days(text: &str) -> Result<Duration, String> {
    let days = text.parse::<f64>().ok().filter(|days| *days > 0.0);
    let days = days.and_then(|days| Duration::try_from_secs_f64(days * 86_400.0).ok());
    days.ok_or_else(|| "expected days, such as 90".to_string())
}

const DEFAULT_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 7070);

impl Default for ServeArgs {
    fn default() -> ServeArgs {
        #[derive(Parser)]
        struct Alone {
            #[command(flatten)]
            serve: ServeArgs,
        }
        Alone::parse_from(["parlour"]).serve
    }
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Limit {
    On,
    Off,
}

#[derive(Args)]
pub struct MoveHouseArgs {
    /// A data folder, or the address of a PostgreSQL database
    pub from: String,
    /// A data folder, or the address of a PostgreSQL database
    pub to: String,
}

#[derive(Args)]
pub struct DoctorArgs {
    /// A data folder, or the address of a PostgreSQL database; the default is the user's data folder
    pub store: Option<String>,
}

#[derive(Args)]
pub struct BackupArgs {
    /// The file to write
    pub file: PathBuf,
    /// Where tables are kept; the default is the user's data folder
    #[arg(long, value_name = "FOLDER", env = "PARLOUR_DATA")]
    pub data: Option<PathBuf>,
}
