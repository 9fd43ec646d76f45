//! The choice of the device that trains the net.

#[cfg(feature = "gpu")]
use super::gpu::GpuTrainer;
use super::trainer::{CpuTrainer, Trainer};

/// The device that trains the net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Device {
    /// A graphics processor if there is one and the program is built with --features gpu, otherwise all cores
    Auto,
    /// All cores
    Cpu,
    /// A graphics processor
    Gpu,
}

impl Device {
    /// Opens the device.
    ///
    /// # Errors
    /// If a graphics processor is required and there is none.
    #[cfg(feature = "gpu")]
    pub(super) fn trainer(self) -> anyhow::Result<Box<dyn Trainer>> {
        Ok(match self {
            Device::Cpu => Box::new(CpuTrainer),
            Device::Gpu => Box::new(GpuTrainer::open()?),
            Device::Auto => match GpuTrainer::open() {
                Ok(gpu) if gpu.is_hardware() => Box::new(gpu),
                Ok(_) => Box::new(CpuTrainer),
                Err(error) => {
                    log::info!("trains on all cores: {error:#}");
                    Box::new(CpuTrainer)
                }
            },
        })
    }

    /// Opens the device.
    ///
    /// # Errors
    /// If a graphics processor is required: the program is built without it.
    #[cfg(not(feature = "gpu"))]
    pub(super) fn trainer(self) -> anyhow::Result<Box<dyn Trainer>> {
        anyhow::ensure!(
            self != Device::Gpu,
            "this program cannot train on a graphics processor; build it with --features gpu"
        );
        Ok(Box::new(CpuTrainer))
    }
}
