//! The interface of the devices that train the net.

use super::net::{Epoch, TrainableNet};

/// Trains a net on a device.
///
/// # Examples
/// ```
/// use emilia::Position;
/// use emilia_training::train::{Epoch, Example, PatternClasses, TrainableNet, Trainer};
///
/// struct OneThread;
///
/// impl Trainer for OneThread {
///     fn name(&self) -> &str {
///         "one thread"
///     }
///     fn train_epoch(&self, net: &mut TrainableNet, epoch: &Epoch) -> anyhow::Result<f64> {
///         Ok(rayon::ThreadPoolBuilder::new().num_threads(1).build()?.install(|| net.train_epoch(epoch)))
///     }
/// }
///
/// let classes = PatternClasses::new();
/// let mut net = TrainableNet::new(&classes, 1);
/// let examples = [Example { position: Position::START, linear: 0.0, score: 2.0, weight: 1.0 }];
/// let epoch = Epoch { classes: &classes, examples: &examples, index: 0, epochs: 1 };
/// assert!(OneThread.train_epoch(&mut net, &epoch)? > 0.0);
/// # Ok::<(), anyhow::Error>(())
/// ```
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
