//! The table of the protocols, from which commands, help and detection follow.

use super::{ProtocolInfo, cassio, gtp, nboard, ugi, xboard};

/// The protocols of lines, besides the console. A protocol is removed with its folder, its lines in `protocol.rs` and its row here.
pub static PROTOCOLS: &[ProtocolInfo] =
    &[nboard::INFO, gtp::INFO, ugi::INFO, ugi::UCI_INFO, cassio::INFO, xboard::INFO];
