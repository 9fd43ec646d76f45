//! What the net is trained on: the cores, or a graphics processor where there is one.

#[cfg(feature = "gpu")]
use super::gpu::Gpu;
use super::net::{Epoch, NetFit};

/// What the net is to be trained on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Device {
    /// A graphics processor, if there is one and the program is built for it; else the cores
    Auto,
    /// All cores
    Cpu,
    /// A graphics processor
    Gpu,
}

impl Device {
    /// What trains the net there.
    ///
    /// # Errors
    /// If a graphics processor is wanted, and there is none or the program is not built for it.
    #[cfg(feature = "gpu")]
    pub(super) fn trainer(self) -> anyhow::Result<Box<dyn Trainer>> {
        Ok(match self {
            Device::Cpu => Box::new(Cores),
            Device::Gpu => Box::new(Gpu::find()?),
            Device::Auto => match Gpu::find() {
                Ok(gpu) if gpu.is_hardware() => Box::new(gpu),
                _ => Box::new(Cores),
            },
        })
    }

    /// What trains the net there.
    ///
    /// # Errors
    /// If a graphics processor is wanted: the program is not built for it.
    #[cfg(not(feature = "gpu"))]
    pub(super) fn trainer(self) -> anyhow::Result<Box<dyn Trainer>> {
        anyhow::ensure!(self != Device::Gpu, "not built for graphics processors: cargo build --release --features gpu");
        Ok(Box::new(Cores))
    }
}

/// What can train a net.
pub trait Trainer {
    /// What it is called in reports and weights.
    fn name(&self) -> &str;

    /// As [`NetFit::train_epoch`].
    ///
    /// # Errors
    /// If a graphics processor fails, for want of memory say; the net is as it was.
    fn train_epoch(&self, net: &mut NetFit, epoch: &Epoch) -> anyhow::Result<f64>;
}

/// All cores.
struct Cores;

impl Trainer for Cores {
    fn name(&self) -> &str {
        "cpu"
    }

    fn train_epoch(&self, net: &mut NetFit, epoch: &Epoch) -> anyhow::Result<f64> {
        Ok(net.train_epoch(epoch))
    }
}
