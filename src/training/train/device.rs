//! What the net is trained on: the cores, or a graphics processor where there is one.

#[cfg(feature = "gpu")]
use super::gpu::Gpu;
use super::trainer::{Cores, Trainer};

/// What the net is to be trained on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
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
