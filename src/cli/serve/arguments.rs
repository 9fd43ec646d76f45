//! The arguments of the command.

use crate::cli::args::seconds;
use clap::{Args, value_parser};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

/// The environment variable with the token.
pub(super) const TOKEN_VARIABLE: &str = "EMILIA_SERVE_TOKEN";

/// Analyse over HTTP and WebSocket for other programs, and play in a browser
#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on; one that other machines can reach needs a token
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub(super) host: IpAddr,
    /// The port to listen on; 0 for a free one
    #[arg(long, value_name = "N", default_value_t = 8064)]
    pub(super) port: u16,
    /// Answer only those who know the token in the first line of this file; else the token in the environment variable
    /// EMILIA_SERVE_TOKEN, if there is one
    #[arg(long, value_name = "FILE")]
    pub(super) token_file: Option<PathBuf>,
    /// A name by which browsers reach the server, as behind a proxy, with its port if that is not 80 or 443; may be repeated
    #[arg(long, value_name = "NAME", value_parser = name)]
    pub(super) name: Vec<String>,
    /// Searches at once, each with its threads and its share of the table [default: 4 for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=256))]
    pub(super) jobs: Option<u32>,
    /// The most time for a search, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub(super) time: Duration,
    /// The most queries a second from one address
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_000_000), default_value_t = 2000)]
    pub(super) rate: u32,
    /// The most connections; half of them from one address
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..=65536), default_value_t = 1024)]
    pub(super) connections: u32,
}

impl Serve {
    /// Whether only this machine can reach the address.
    pub(super) fn is_local(&self) -> bool {
        self.host.to_canonical().is_loopback()
    }
}

fn name(text: &str) -> Result<String, String> {
    let is_valid = !plain_name(text).is_empty() && !text.contains(['/', ' ']);
    is_valid.then(|| text.to_owned()).ok_or_else(|| "expected the name of a host".to_owned())
}

/// The name in small letters, without a port and without the dot of the root of all names.
pub(super) fn plain_name(host: &str) -> String {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}
