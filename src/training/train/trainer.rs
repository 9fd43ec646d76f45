//! The interface to what trains a net.

use super::net::{Epoch, NetFit};

/// What can train a net.
pub trait Trainer {
    /// What it is called in reports and weights.
    fn name(&self) -> &str;

    /// As [`NetFit::train_epoch`].
    ///
    /// # Errors
    /// If a graphics processor fails, for lack of memory for example; the net is unchanged then.
    fn train_epoch(&self, net: &mut NetFit, epoch: &Epoch) -> anyhow::Result<f64>;
}

/// All cores.
pub(super) struct Cores;

impl Trainer for Cores {
    fn name(&self) -> &str {
        "cpu"
    }

    fn train_epoch(&self, net: &mut NetFit, epoch: &Epoch) -> anyhow::Result<f64> {
        Ok(net.train_epoch(epoch))
    }
}
