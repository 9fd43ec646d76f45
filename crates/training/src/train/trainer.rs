//! The interface of the devices that train the net.

use super::net::{Epoch, TrainableNet};

/// Trains a net on a device.
pub trait Trainer {
    /// The name of the device in reports and in the file of weights.
    fn name(&self) -> &str;

    /// Trains one epoch like [`TrainableNet::train_epoch`] and returns the weighted mean error in discs.
    ///
    /// # Errors
    /// If a graphics processor fails, for example because it has too little memory. The net is unchanged then.
    fn train_epoch(&self, net: &mut TrainableNet, epoch: &Epoch) -> anyhow::Result<f64>;
}

/// Trains on all cores.
pub(super) struct CpuTrainer;

impl Trainer for CpuTrainer {
    fn name(&self) -> &str {
        "cpu"
    }

    fn train_epoch(&self, net: &mut TrainableNet, epoch: &Epoch) -> anyhow::Result<f64> {
        Ok(net.train_epoch(epoch))
    }
}
