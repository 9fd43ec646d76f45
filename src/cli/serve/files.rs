//! The page: the files that `scripts/web` builds, as they are in `web/dist`.

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use emilia::Level;
use serde_json::json;

/// What pages of the server may load and run: what comes from it, and the engine in WebAssembly.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Where the page has what it knows of its server.
const PLACE: &str = r#"id="server">null<"#;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

macro_rules! file {
    ($name:literal, $kind:expr) => {
        ($name, $kind, include_bytes!(concat!("../../../web/dist/", $name)))
    };
}

/// The name, the kind and the content of each file but `index.html`.
const FILES: [(&str, &str, &[u8]); 9] = [
    file!("app.js", SCRIPT),
    file!("worker.js", SCRIPT),
    file!("service-worker.js", SCRIPT),
    file!("app.css", STYLE),
    file!("emilia_web_bg.wasm", "application/wasm"),
    file!("manifest.webmanifest", "application/manifest+json"),
    file!("icon.svg", "image/svg+xml"),
    file!("icon-192.png", "image/png"),
    file!("icon-512.png", "image/png"),
];

/// The text of the page for a server with this level.
pub(super) fn index(level: Level, needs_token: bool) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let server =
        json!({ "version": version, "level": level.get(), "most": Level::MAX.get(), "needsToken": needs_token });
    include_str!("../../../web/dist/index.html").replacen(PLACE, &format!(r#"id="server">{server}<"#), 1)
}

/// The page with this text.
pub(super) fn page(text: &str) -> Response {
    (headers(HTML), text.to_owned()).into_response()
}

/// The weights for what the page computes itself: exercises and the fair-play report.
fn weights() -> Response {
    #[cfg(feature = "weights")]
    {
        (headers("application/octet-stream"), emilia::internal::eval::EMBEDDED).into_response()
    }
    #[cfg(not(feature = "weights"))]
    {
        StatusCode::NOT_FOUND.into_response()
    }
}

/// The file of this name, if there is one.
pub(super) fn file(name: &str) -> Response {
    match FILES.iter().find(|(of, ..)| *of == name) {
        Some((_, kind, content)) => (headers(kind), *content).into_response(),
        None if name == "weights.bin" => weights(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn headers(kind: &'static str) -> [(HeaderName, &'static str); 4] {
    [
        (CONTENT_TYPE, kind),
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ]
}

#[cfg(test)]
mod tests {
    use super::index;
    use emilia::Level;

    #[test]
    fn the_page_knows_its_server() {
        assert!(index(Level::DEFAULT, true).contains(r#""needsToken":true"#));
    }
}
