//! Trains the net on a graphics processor, like [`TrainableNet::train_epoch`] on the cores.
//!
//! The row indices of a batch are computed on the cores. The arithmetic of a step, equal except for rounding, is in gpu.wgsl.

use super::dense::{ADAM_DECAY, COUNT_SCALE, DenseLayers, LEAK, MIN_SLOPE, OUTPUT_SCALE};
use super::linear::PatternClasses;
use super::net::{
    BATCH, Epoch, Example, GRADIENT_SCALE, LAYER_RATE, MAX_ERROR, ROW_RATE, TrainableNet, kept_of_rows, row_indices,
};
use super::trainer::Trainer;
use anyhow::{Context as _, anyhow, bail};
use emilia::internal::eval::{
    STAGES, counts, mobility,
    net::{COUNTS, HIDDEN, WIDTH},
    pattern::INSTANCES,
};
use rayon::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use wgpu::{BufferUsages, DeviceType, ShaderStages};

/// The number of rows that a workgroup updates.
const ROWS_PER_WORKGROUP: usize = 8;
/// The length of a batch header in 32-bit words.
const HEADER_WORDS: usize = 6;
/// The length of an example in 32-bit words.
const EXAMPLE_WORDS: usize = INSTANCES + COUNTS + 3;
/// The maximum number of batches in flight.
const MAX_BATCHES_IN_FLIGHT: usize = 16;

/// A graphics processor that trains the net.
pub struct GpuTrainer {
    name: String,
    is_hardware: bool,
    device: wgpu::Device,
    queue: wgpu::Queue,
    layout: wgpu::BindGroupLayout,
    compute_gradient: wgpu::ComputePipeline,
    update_rows: wgpu::ComputePipeline,
    update_layers: wgpu::ComputePipeline,
    /// The first error that the device reported.
    first_error: Arc<Mutex<Option<String>>>,
}

impl GpuTrainer {
    /// Opens the fastest graphics processor of the machine, or a software implementation if there is no other.
    ///
    /// # Errors
    /// If there is none, or it cannot be used.
    pub fn open() -> anyhow::Result<GpuTrainer> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let adapter_options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter =
            pollster::block_on(instance.request_adapter(&adapter_options)).context("no graphics processor")?;
        let info = adapter.get_info();
        let descriptor = wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .with_context(|| format!("{} cannot be used", info.name))?;
        let first_error = Arc::new(Mutex::new(None));
        let reported = first_error.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            reported.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.to_string());
        }));
        let source = format!("{}{}", constants(), include_str!("gpu.wgsl"));
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let storage = |binding: u32| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Storage { read_only: binding == 0 },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        };
        let entries: Vec<_> = (0..8).map(storage).collect();
        let layout =
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            bind_group_layouts: &[Some(&layout)],
            ..Default::default()
        });
        let [compute_gradient, update_rows, update_layers] =
            ["compute_gradient", "update_rows", "update_layers"].map(|name| {
                device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                    label: None,
                    layout: Some(&pipeline_layout),
                    module: &module,
                    entry_point: Some(name),
                    compilation_options: Default::default(),
                    cache: None,
                })
            });
        let is_hardware = info.device_type != DeviceType::Cpu;
        let gpu = GpuTrainer {
            name: info.name,
            is_hardware,
            device,
            queue,
            layout,
            compute_gradient,
            update_rows,
            update_layers,
            first_error,
        };
        gpu.check_errors()?;
        Ok(gpu)
    }

    /// Whether the device is hardware, not a software implementation.
    pub fn is_hardware(&self) -> bool {
        self.is_hardware
    }

    /// Submits one optimizer step for an encoded batch with this number of examples.
    fn submit_step(&self, buffers: &DeviceBuffers, words: &[u32], examples: usize) {
        self.queue.write_buffer(&buffers.batch, 0, bytemuck::cast_slice(words));
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_bind_group(0, &buffers.bind_group, &[]);
        let stages = [
            (&self.compute_gradient, examples),
            (&self.update_rows, buffers.row_count.div_ceil(ROWS_PER_WORKGROUP)),
            (&self.update_layers, (STAGES * DenseLayers::LEN).div_ceil(WIDTH)),
        ];
        for (pipeline, workgroups) in stages {
            pass.set_pipeline(pipeline);
            pass.dispatch_workgroups(workgroups as u32, 1, 1);
        }
        drop(pass);
        self.queue.submit([encoder.finish()]);
    }

    /// Waits until all submitted work is done.
    fn wait(&self) -> anyhow::Result<()> {
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        self.check_errors()
    }

    fn check_errors(&self) -> anyhow::Result<()> {
        match &*self.first_error.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => bail!("the graphics processor {} failed: {error}", self.name),
            None => Ok(()),
        }
    }

    /// Reads a buffer back.
    fn read_buffer(&self, buffer: &wgpu::Buffer) -> anyhow::Result<Vec<f32>> {
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let copy = self.create_buffer(buffer.size(), usage);
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, buffer.size());
        self.queue.submit([encoder.finish()]);
        copy.map_async(wgpu::MapMode::Read, .., |_| {});
        self.wait()?;
        let bytes = copy
            .get_mapped_range(..)
            .map_err(|error| anyhow!("the graphics processor {} failed: {error}", self.name))?;
        Ok(bytemuck::pod_collect_to_vec(&bytes))
    }

    fn create_buffer(&self, size: u64, usage: BufferUsages) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
    }
}

impl Trainer for GpuTrainer {
    fn name(&self) -> &str {
        &self.name
    }

    fn train_epoch(&self, net: &mut TrainableNet, epoch: &Epoch) -> anyhow::Result<f64> {
        let buffers = DeviceBuffers::new(self, net);
        let mut steps = net.steps;
        for (number, (batch, rate)) in epoch.batches(steps).enumerate() {
            steps += 1;
            self.submit_step(&buffers, &encode_batch(epoch.classes, batch, rate, steps), batch.len());
            if number % MAX_BATCHES_IN_FLIGHT == MAX_BATCHES_IN_FLIGHT - 1 {
                self.wait()?;
            }
        }
        let (rows, accumulators) = (self.read_buffer(&buffers.rows)?, self.read_buffer(&buffers.accumulators)?);
        let (layers, errors) = (self.read_buffer(&buffers.layers)?, self.read_buffer(&buffers.errors)?);
        net.set_parameters(rows.as_chunks().0, &accumulators, &layers);
        net.steps = steps;
        let error: f64 = errors.iter().map(|&error| f64::from(error)).sum();
        Ok(error / epoch.weight())
    }
}

/// The net and one batch in the memory of the device.
struct DeviceBuffers {
    batch: wgpu::Buffer,
    rows: wgpu::Buffer,
    accumulators: wgpu::Buffer,
    layers: wgpu::Buffer,
    errors: wgpu::Buffer,
    bind_group: wgpu::BindGroup,
    row_count: usize,
}

impl DeviceBuffers {
    fn new(gpu: &GpuTrainer, net: &TrainableNet) -> DeviceBuffers {
        // A new buffer contains zeros.
        let zeros = |words: usize| {
            let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
            gpu.create_buffer(4 * words as u64, usage)
        };
        let upload = |values: &[f32]| {
            let buffer = zeros(values.len());
            gpu.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(values));
            buffer
        };
        let row_count = net.rows.len();
        let (batch, errors) = (zeros(HEADER_WORDS + BATCH * EXAMPLE_WORDS), zeros(BATCH));
        let (rows, accumulators) = (upload(net.rows.as_flattened()), upload(&net.accumulators));
        let layers = upload(&net.layer_parameters());
        let (row_gradients, row_squares) = (zeros(row_count * WIDTH), zeros(2 * row_count));
        let layer_gradients = zeros(STAGES * DenseLayers::LEN);
        let bindings = [&batch, &rows, &accumulators, &layers, &row_gradients, &row_squares, &layer_gradients, &errors];
        let entries: Vec<_> = (0..)
            .zip(bindings)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let bind_group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &gpu.layout,
            entries: &entries,
        });
        DeviceBuffers { batch, rows, accumulators, layers, errors, bind_group, row_count }
    }
}

/// Encodes a batch for the device, with the learning rates and Adam's bias corrections of a step, counted from 1.
fn encode_batch(classes: &PatternClasses, batch: &[Example], rate: f32, step: u32) -> Vec<u32> {
    let mut words = vec![0; HEADER_WORDS + batch.len() * EXAMPLE_WORDS];
    let (header, examples) = words.split_at_mut(HEADER_WORDS);
    header[0] = batch.len() as u32;
    let bias_corrections = [ADAM_DECAY.0, ADAM_DECAY.1].map(|decay| 1.0 - decay.powf(step as f32));
    let [mean, square] = bias_corrections;
    let rates = [ROW_RATE * rate, kept_of_rows(step, rate), LAYER_RATE * rate, mean, square];
    header[1..].copy_from_slice(&rates.map(f32::to_bits));
    examples.par_chunks_exact_mut(EXAMPLE_WORDS).zip(batch).for_each(|(words, example)| {
        words[..INSTANCES].copy_from_slice(&row_indices(classes, example.position));
        let counts = counts(example.position, mobility(example.position)).map(|count| count as u32);
        words[INSTANCES..INSTANCES + COUNTS].copy_from_slice(&counts);
        let target = example.score - example.linear;
        words[INSTANCES + COUNTS..].copy_from_slice(&[
            example.stage() as u32,
            target.to_bits(),
            example.weight.to_bits(),
        ]);
    });
    words
}

/// The constants of gpu.wgsl that it shares with the training on the cores, as WGSL declarations.
fn constants() -> String {
    let integers = [
        ("WIDTH", WIDTH),
        ("HIDDEN", HIDDEN),
        ("COUNTS", COUNTS),
        ("INSTANCES", INSTANCES),
        ("ROWS_PER_WORKGROUP", ROWS_PER_WORKGROUP),
    ];
    let floats = [
        ("COUNT_SCALE", COUNT_SCALE),
        ("OUTPUT_SCALE", OUTPUT_SCALE),
        ("MAX_ERROR", MAX_ERROR),
        ("GRADIENT_SCALE", GRADIENT_SCALE),
        ("LEAK", LEAK),
        ("MIN_SLOPE", MIN_SLOPE),
        ("MEAN_DECAY", ADAM_DECAY.0),
        ("SQUARE_DECAY", ADAM_DECAY.1),
    ];
    let integers = integers.map(|(name, value)| format!("const {name} = {value}u;\n"));
    integers.concat() + &floats.map(|(name, value)| format!("const {name} = {value:?}f;\n")).concat()
}

#[cfg(test)]
mod tests {
    use super::{Epoch, Example, GpuTrainer, PatternClasses, TrainableNet, Trainer as _, row_indices};
    use emilia::Position;
    use wgpu::naga::front::wgsl;
    use wgpu::naga::valid::{Capabilities, ValidationFlags, Validator};

    #[test]
    fn the_shader_is_valid() {
        let source = super::constants() + include_str!("gpu.wgsl");
        let module = wgsl::parse_str(&source).map_err(|error| error.emit_to_string(&source)).expect("valid WGSL");
        let names: Vec<&str> = module.entry_points.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["compute_gradient", "update_rows", "update_layers"]);
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::default());
        validator.validate(&module).map_err(|error| error.emit_to_string(&source)).expect("a valid shader");
    }

    #[test]
    fn rows_without_examples_decay_as_on_the_cores() {
        let Ok(gpu) = GpuTrainer::open() else {
            println!("skipped: train: no graphics processor and no software implementation (mesa-vulkan-drivers)");
            return;
        };
        let classes = PatternClasses::new();
        let example = Example { position: Position::START, linear: 0.0, score: 2.0, weight: 1.0 };
        let epoch = Epoch { classes: &classes, examples: &[example], index: 0, epochs: 1 };
        let mut fresh = TrainableNet::new(&classes, 1);
        // The rates have grown to their maximum, and the rows decay after this batch.
        fresh.steps = 15_999;
        let (mut on_gpu, mut on_cores) = (fresh.clone(), fresh.clone());
        gpu.train_epoch(&mut on_gpu, &epoch).expect("a sound processor");
        on_cores.train_epoch(&epoch);
        let used = row_indices(&classes, Position::START);
        for row in (0..fresh.rows.len()).filter(|row| !used.contains(&(*row as u32))) {
            assert_ne!(on_cores.rows[row], fresh.rows[row]);
            let pairs = on_gpu.rows[row].iter().zip(&on_cores.rows[row]);
            pairs
                .for_each(|(one, other)| assert!((one - other).abs() < 1e-6, "row {row}: {one}, on the cores {other}"));
        }
    }
}
