//! The files of the page: from inside the binary, or from a folder while they are being written.

use crate::answers::ApiError;
use crate::compression::{accepts_gzip, gzip};
use crate::house::House;
use crate::minify::minify;
use crate::tokens::hex;
use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::Compression;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// The routes.
pub fn router() -> Router<Arc<House>> {
    Router::new()
        .route("/assets/{hash}/{*path}", get(asset))
        .route("/manifest.webmanifest", get(|headers: HeaderMap| async move { root("manifest.webmanifest", &headers) }))
        .route("/favicon.ico", get(|headers: HeaderMap| async move { root("favicon.ico", &headers) }))
        .route("/icon.svg", get(|headers: HeaderMap| async move { root("icon.svg", &headers) }))
        .route("/sw.js", get(|headers: HeaderMap| async move { root("sw.js", &headers) }))
}

#[derive(RustEmbed)]
#[folder = "ui/"]
struct Embedded;

/// A folder to read from at each request instead of the files inside the binary.
static FOLDER: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let own = cfg!(debug_assertions).then(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("ui"));
    std::env::var_os("PARLOUR_UI").map(PathBuf::from).or(own).filter(|folder| folder.is_dir())
});

/// One hash over all files, for addresses that never change their meaning.
static HASH: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for file in Embedded::iter() {
        hash.update(file.as_bytes());
        hash.update(Embedded::get(&file).expect("what is listed is there").data);
    }
    hex(&hash.finalize()[..6])
});

/// The style sheet, which is sent whole: one request, whatever the page.
const STYLE: &str = "style.css";
/// Its parts under `style/`. A later one may override an earlier one.
const SHEETS: [&str; 19] = [
    "base",
    "parts",
    "bar",
    "shelf",
    "title",
    "layout",
    "table",
    "table-small",
    "board",
    "marks",
    "lesson",
    "lesson-small",
    "tree",
    "study",
    "review",
    "known",
    "puzzles",
    "mine",
    "print",
];

/// Every embedded file that is text, compressed once.
static COMPRESSED: LazyLock<HashMap<String, Vec<u8>>> = LazyLock::new(|| {
    let compressed = |path: Cow<'static, str>| {
        is_text(kind(&path)).then(|| Some((path.to_string(), gzip(&file(&path)?, Compression::best())))).flatten()
    };
    Embedded::iter().filter(|path| !path.starts_with("style/")).chain([STYLE.into()]).filter_map(compressed).collect()
});

/// Where the files are found: `/assets/HASH`.
pub fn address() -> String {
    format!("/assets/{}", build())
}

/// Tells these files from those of another version of the program.
pub fn build() -> &'static str {
    if FOLDER.is_some() { "now" } else { HASH.as_str() }
}

/// A file as browsers get it.
fn minified(path: &str, bytes: Cow<'static, [u8]>) -> Cow<'static, [u8]> {
    let small = std::str::from_utf8(&bytes).ok().and_then(|text| minify(path, text));
    small.map_or(bytes, |text| Cow::Owned(text.into_bytes()))
}

/// A file's bytes.
pub fn file(path: &str) -> Option<Cow<'static, [u8]>> {
    let plain = path.split('/').all(|part| !part.is_empty() && part != "." && part != "..") && !path.contains('\\');
    if !plain {
        return None;
    }
    let bytes = if path == STYLE {
        let parts = SHEETS.iter().map(|part| source(&format!("style/{part}.css"))).collect::<Option<Vec<_>>>()?;
        Cow::Owned(parts.concat())
    } else {
        source(path)?
    };
    Some(minified(path, bytes))
}

/// A file as it was written.
fn source(path: &str) -> Option<Cow<'static, [u8]>> {
    match &*FOLDER {
        Some(folder) => std::fs::read(folder.join(path)).ok().map(Cow::Owned),
        None => Embedded::get(path).map(|file| file.data),
    }
}

/// The modules that a page brings in, its own and those that they import, so that the browser can ask for all of them
/// at once.
pub fn modules(page: &str) -> Vec<String> {
    let own = match page {
        "watch" => "play",
        "replay" => "analyse",
        other => other,
    };
    let mut found = vec!["main.js".to_string(), format!("{own}.js")];
    let mut nth = 0;
    while let Some(name) = found.get(nth) {
        let bytes = file(name).unwrap_or_default();
        for part in String::from_utf8_lossy(&bytes).split("from\"./").skip(1) {
            let import = part.split('"').next().unwrap_or_default().to_string();
            if !found.contains(&import) {
                found.push(import);
            }
        }
        nth += 1;
    }
    found
}

/// Compresses the embedded files, before anybody asks for them.
pub fn prepare() {
    LazyLock::force(&COMPRESSED);
}

async fn asset(Path((hash, path)): Path<(String, String)>, headers: HeaderMap) -> Response {
    // An older page may still ask for its own files; what it gets then must not be kept as those.
    let immutable = FOLDER.is_none() && hash == *HASH;
    answer(&path, &headers, if immutable { "public, max-age=31536000, immutable" } else { "no-cache" })
}

fn root(path: &str, headers: &HeaderMap) -> Response {
    answer(path, headers, "no-cache")
}

fn answer(path: &str, headers: &HeaderMap, keep: &'static str) -> Response {
    let Some(bytes) = file(path) else { return ApiError::not_found("There is no such file.").into_response() };
    let compressed = COMPRESSED.get(path).filter(|_| FOLDER.is_none() && accepts_gzip(headers));
    let mut response = match compressed {
        Some(compressed) => (StatusCode::OK, compressed.as_slice()).into_response(),
        None => (StatusCode::OK, bytes).into_response(),
    };
    let fields = response.headers_mut();
    fields.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
    fields.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    fields.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if compressed.is_some() {
        fields.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn is_text(kind: &str) -> bool {
    kind.starts_with("text/") || kind.ends_with("json") || kind == "image/svg+xml"
}
