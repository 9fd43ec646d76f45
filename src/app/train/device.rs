//! What the net is trained on: the cores, or a graphics processor where there is one.

use super::fit::Classes;
#[cfg(feature = "gpu")]
use super::gpu::Gpu;
use super::net::{Example, NetFit};

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

/// What trains the net.
pub(super) enum Trainer {
    Cores,
    #[cfg(feature = "gpu")]
    Gpu(Box<Gpu>),
}

impl Trainer {
    /// The one that is wanted.
    ///
    /// # Errors
    /// If a graphics processor is, and there is none.
    pub(super) fn new(device: Device) -> anyhow::Result<Trainer> {
        match device {
            Device::Cpu => Ok(Trainer::Cores),
            #[cfg(feature = "gpu")]
            Device::Gpu => Ok(Trainer::Gpu(Box::new(Gpu::find()?))),
            #[cfg(not(feature = "gpu"))]
            Device::Gpu => anyhow::bail!("not built for graphics processors: cargo build --release --features gpu"),
            #[cfg(feature = "gpu")]
            Device::Auto => Ok(match Gpu::find() {
                Ok(gpu) if gpu.is_hardware() => Trainer::Gpu(Box::new(gpu)),
                _ => Trainer::Cores,
            }),
            #[cfg(not(feature = "gpu"))]
            Device::Auto => Ok(Trainer::Cores),
        }
    }

    /// What it is called in reports and weights.
    pub(super) fn name(&self) -> &str {
        match self {
            Trainer::Cores => "cpu",
            #[cfg(feature = "gpu")]
            Trainer::Gpu(gpu) => gpu.name(),
        }
    }

    /// As [`NetFit::train_epoch`].
    ///
    /// # Errors
    /// If a graphics processor fails.
    pub(super) fn train_epoch(
        &self,
        net: &mut NetFit,
        classes: &Classes,
        examples: &[Example],
        epoch: (u32, u32),
    ) -> anyhow::Result<f64> {
        match self {
            Trainer::Cores => Ok(net.train_epoch(classes, examples, epoch)),
            #[cfg(feature = "gpu")]
            Trainer::Gpu(gpu) => gpu.train_epoch(net, classes, examples, epoch),
        }
    }
}
