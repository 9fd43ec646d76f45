//! Who may ask: the token, and the pages of other sites in a browser.

use super::{Serve, TOKEN_VARIABLE, plain_name};
use anyhow::{Context as _, bail};
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN, SEC_WEBSOCKET_PROTOCOL};
use axum::http::{HeaderMap, HeaderName};
use emilia::internal::storage::read_text_at_most;
use std::env::VarError;
use std::fs::File;
use std::path::Path;
use subtle::ConstantTimeEq as _;

/// The least and the most characters of a token.
const LENGTHS: std::ops::RangeInclusive<usize> = 16..=256;
/// The most bytes of a file with a token.
const MOST_TOKEN_FILE: u64 = 4 << 10;
/// What stands before the token among the protocols of a WebSocket: a browser sends no other header.
const PROTOCOL_PREFIX: &str = "token.";

/// What a request must have.
pub(super) struct Guard {
    token: Option<String>,
    /// The names of this server; none for any.
    names: Option<Vec<String>>,
    /// The names by which it is reached through a proxy, each with its port unless that is the one of the scheme.
    outside: Vec<String>,
}

/// Why a request is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// The token is missing or wrong.
    Token,
    /// It was sent by the page of another site, or to another name.
    Site,
    /// It does not say once to which name it was sent.
    Host,
}

impl Guard {
    /// # Errors
    /// If the token cannot be read or is too simple.
    pub(super) fn new(arguments: &Serve) -> anyhow::Result<Guard> {
        let token = match (arguments.token_file.as_deref(), std::env::var(TOKEN_VARIABLE)) {
            (Some(path), _) => Some(first_line(path)?),
            (None, Ok(text)) => Some(text),
            (None, Err(VarError::NotPresent)) => None,
            (None, Err(error)) => bail!("cannot read {TOKEN_VARIABLE}: {error}"),
        };
        if let Some(token) = &token {
            let is_simple = |letter: char| letter.is_ascii_alphanumeric() || "-_.~".contains(letter);
            if !LENGTHS.contains(&token.len()) || !token.chars().all(is_simple) {
                bail!("a token has 16 to 256 letters, digits or signs of \"-_.~\"");
            }
        }
        let is_local = arguments.is_local();
        // A page of another site can reach this machine through a name that its owner points here.
        let here = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).into_iter();
        let host = arguments.host;
        let own = if host.is_ipv6() { format!("[{host}]") } else { host.to_string() };
        let outside = arguments.name.clone();
        let names = here.chain([own]).chain(outside.iter().map(|name| plain_name(name)));
        let is_checked = is_local || !outside.is_empty();
        let names = is_checked.then(|| names.collect());
        Ok(Guard { token, names, outside })
    }

    pub(super) fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// Whether the page may be shown.
    pub(super) fn check_site(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return Err(Refusal::Host) };
        let host = host.to_str().map_err(|_| Refusal::Host)?;
        let is_known = |names: &Vec<String>| names.contains(&plain_name(host));
        if !self.names.as_ref().is_none_or(is_known) {
            return Err(Refusal::Site);
        }
        let mut origins = headers.get_all(ORIGIN).iter();
        match (origins.next(), origins.next()) {
            (None, _) => Ok(()),
            (Some(origin), None) if origin.to_str().is_ok_and(|origin| self.is_own(origin, host)) => Ok(()),
            _ => Err(Refusal::Site),
        }
    }

    /// Whether a page of this origin comes from this server, which was asked under this name.
    fn is_own(&self, origin: &str, host: &str) -> bool {
        let Some((scheme, site)) = origin.split_once("://") else { return false };
        let (site, host) = (without_default_port(site, scheme), without_default_port(host, scheme));
        // A proxy may send another host than the browser.
        site == host || self.outside.iter().any(|name| without_default_port(name, scheme) == site)
    }

    /// Whether queries are answered.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        self.check_site(headers)?;
        let Some(token) = &self.token else { return Ok(()) };
        let authorization = text(headers, AUTHORIZATION).and_then(|text| text.split_once(' '));
        let bearer = authorization.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("Bearer")).map(|(_, token)| token);
        // They may be divided among several lines.
        let lines = headers.get_all(SEC_WEBSOCKET_PROTOCOL).iter().filter_map(|line| line.to_str().ok());
        let mut protocols = lines.flat_map(|line| line.split(','));
        let of_socket = || protocols.find_map(|protocol| protocol.trim().strip_prefix(PROTOCOL_PREFIX));
        let sent = bearer.or_else(of_socket).unwrap_or_default();
        // The time tells nothing of where they differ.
        if bool::from(sent.as_bytes().ct_eq(token.as_bytes())) { Ok(()) } else { Err(Refusal::Token) }
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// The name in small letters, with its port unless that is the one of the scheme.
fn without_default_port(site: &str, scheme: &str) -> String {
    let port = if scheme.eq_ignore_ascii_case("https") { ":443" } else { ":80" };
    site.strip_suffix(port).unwrap_or(site).to_ascii_lowercase()
}

fn first_line(path: &Path) -> anyhow::Result<String> {
    let text = File::open(path).and_then(|file| read_text_at_most(file, MOST_TOKEN_FILE));
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}
