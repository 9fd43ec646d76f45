//! What all connections share.

use super::guard::Guard;
use super::rate::Rates;
use crate::cli::json::Pool;
use emilia::search::Level;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The searches, the limits, the page.
pub(super) struct Shared {
    pub pool: Arc<Pool>,
    pub level: Level,
    pub most_time: Duration,
    pub guard: Guard,
    pub rates: Rates,
    pub page: String,
    /// True when the program ends.
    pub closing: watch::Receiver<bool>,
}
