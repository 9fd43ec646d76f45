//! Trains the net on a graphics processor, as [`NetFit`] does on the cores.
//!
//! Which rows a position names is found on the cores; the arithmetic of a step, the same but for rounding, is in gpu.wgsl.

use super::dense::{COUNTED, Dense, KEPT, LEAK, LEAST_SLOPE, OUTCOME};
use super::fit::Classes;
use super::net::{BATCH, Epoch, Example, IMPORTANCE, LAYER_RATE, NetFit, OUTLIER, ROW_RATE, places};
use super::trainer::Trainer;
use crate::eval::net::{COUNTS, HIDDEN, WIDTH};
use crate::eval::pattern::INSTANCES;
use crate::eval::{STAGES, counts};
use anyhow::{Context as _, anyhow, bail};
use rayon::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use wgpu::{BufferUsages, DeviceType, ShaderStages};

/// Rows that a group of threads moves.
const ROWS_AT_ONCE: usize = 8;
/// The words before the examples of a batch.
const HEAD: usize = 5;
/// The words of an example.
const EXAMPLE: usize = INSTANCES + COUNTS + 3;
/// Batches on their way at a time.
const AHEAD: usize = 16;

/// A graphics processor, ready for the training.
pub struct Gpu {
    name: String,
    is_hardware: bool,
    device: wgpu::Device,
    queue: wgpu::Queue,
    layout: wgpu::BindGroupLayout,
    wish: wgpu::ComputePipeline,
    move_rows: wgpu::ComputePipeline,
    move_layers: wgpu::ComputePipeline,
    /// The first thing that went wrong.
    fault: Arc<Mutex<Option<String>>>,
}

impl Gpu {
    /// The most powerful graphics processor of the machine, or a program that does as if it were one.
    ///
    /// # Errors
    /// If there is none, or it refuses.
    pub fn find() -> anyhow::Result<Gpu> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
        let wanted = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&wanted)).context("no graphics processor")?;
        let info = adapter.get_info();
        let descriptor = wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))
            .with_context(|| format!("{} cannot be used", info.name))?;
        let fault = Arc::new(Mutex::new(None));
        let noted = fault.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            noted.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error.to_string());
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
        let bound = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            bind_group_layouts: &[Some(&layout)],
            ..Default::default()
        });
        let [wish, move_rows, move_layers] = ["wish", "move_rows", "move_layers"].map(|name| {
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: Some(&bound),
                module: &module,
                entry_point: Some(name),
                compilation_options: Default::default(),
                cache: None,
            })
        });
        let is_hardware = info.device_type != DeviceType::Cpu;
        let gpu = Gpu { name: info.name, is_hardware, device, queue, layout, wish, move_rows, move_layers, fault };
        gpu.check()?;
        Ok(gpu)
    }

    /// Whether it is more than a program on the cores.
    pub fn is_hardware(&self) -> bool {
        self.is_hardware
    }

    fn step(&self, memory: &Memory, words: &[u32], examples: usize) {
        self.queue.write_buffer(&memory.batch, 0, bytemuck::cast_slice(words));
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_bind_group(0, &memory.bound, &[]);
        let groups = [
            (&self.wish, examples),
            (&self.move_rows, memory.row_count.div_ceil(ROWS_AT_ONCE)),
            (&self.move_layers, (STAGES * Dense::LEN).div_ceil(WIDTH)),
        ];
        for (pipeline, groups) in groups {
            pass.set_pipeline(pipeline);
            pass.dispatch_workgroups(groups as u32, 1, 1);
        }
        drop(pass);
        self.queue.submit([encoder.finish()]);
    }

    /// Waits until all is done.
    fn wait(&self) -> anyhow::Result<()> {
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        self.check()
    }

    fn check(&self) -> anyhow::Result<()> {
        match &*self.fault.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(fault) => bail!("{} fails: {fault}", self.name),
            None => Ok(()),
        }
    }

    /// What a buffer holds now.
    fn read(&self, buffer: &wgpu::Buffer) -> anyhow::Result<Vec<f32>> {
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let copy = self.buffer(buffer.size(), usage);
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, buffer.size());
        self.queue.submit([encoder.finish()]);
        copy.map_async(wgpu::MapMode::Read, .., |_| {});
        self.wait()?;
        let bytes = copy.get_mapped_range(..).map_err(|error| anyhow!("{} fails: {error}", self.name))?;
        Ok(bytemuck::pod_collect_to_vec(&bytes))
    }

    fn buffer(&self, size: u64, usage: BufferUsages) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
    }
}

impl Trainer for Gpu {
    fn name(&self) -> &str {
        &self.name
    }

    fn train_epoch(&self, net: &mut NetFit, epoch: &Epoch) -> anyhow::Result<f64> {
        let memory = Memory::new(self, net);
        let mut steps = net.batches;
        for (number, (batch, rate)) in epoch.batches(steps).enumerate() {
            steps += 1;
            self.step(&memory, &words(epoch.classes, batch, rate, steps), batch.len());
            if number % AHEAD == AHEAD - 1 {
                self.wait()?;
            }
        }
        let (rows, moved) = (self.read(&memory.rows)?, self.read(&memory.moved)?);
        let (layers, errors) = (self.read(&memory.layers)?, self.read(&memory.errors)?);
        net.set(rows.as_chunks().0, &moved, &layers);
        net.batches = steps;
        let error: f64 = errors.iter().map(|&error| f64::from(error)).sum();
        Ok(error / epoch.weight())
    }
}

/// The net in the memory of the processor, and room for a batch.
struct Memory {
    batch: wgpu::Buffer,
    rows: wgpu::Buffer,
    moved: wgpu::Buffer,
    layers: wgpu::Buffer,
    errors: wgpu::Buffer,
    bound: wgpu::BindGroup,
    row_count: usize,
}

impl Memory {
    fn new(gpu: &Gpu, net: &NetFit) -> Memory {
        // A new buffer is all zeros.
        let room = |words: usize| {
            let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
            gpu.buffer(4 * words as u64, usage)
        };
        let filled = |numbers: &[f32]| {
            let buffer = room(numbers.len());
            gpu.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(numbers));
            buffer
        };
        let row_count = net.moved.len();
        let (batch, errors) = (room(HEAD + BATCH * EXAMPLE), room(BATCH));
        let (rows, moved, layers) = (filled(net.rows.as_flattened()), filled(&net.moved), filled(&net.layer_numbers()));
        let (pulls, squares, layer_pulls) = (room(row_count * WIDTH), room(2 * row_count), room(STAGES * Dense::LEN));
        let buffers = [&batch, &rows, &moved, &layers, &pulls, &squares, &layer_pulls, &errors];
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let bound = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &gpu.layout,
            entries: &entries,
        });
        Memory { batch, rows, moved, layers, errors, bound, row_count }
    }
}

/// A batch as the processor reads it, for the step of this number (from 1) at this part of the full rates.
fn words(classes: &Classes, batch: &[Example], rate: f32, step: u32) -> Vec<u32> {
    let mut words = vec![0; HEAD + batch.len() * EXAMPLE];
    let (head, rest) = words.split_at_mut(HEAD);
    head[0] = batch.len() as u32;
    let rates = [ROW_RATE * rate, LAYER_RATE * rate, 1.0 - KEPT.0.powf(step as f32), 1.0 - KEPT.1.powf(step as f32)];
    head[1..].copy_from_slice(&rates.map(f32::to_bits));
    rest.par_chunks_exact_mut(EXAMPLE).zip(batch).for_each(|(words, example)| {
        words[..INSTANCES].copy_from_slice(&places(classes, example.position));
        let counts = counts(example.position).map(|count| count as u32);
        words[INSTANCES..INSTANCES + COUNTS].copy_from_slice(&counts);
        let goal = example.score - example.linear;
        words[INSTANCES + COUNTS..].copy_from_slice(&[
            example.stage() as u32,
            goal.to_bits(),
            example.weight.to_bits(),
        ]);
    });
    words
}

/// The numbers that gpu.wgsl shares with the training on the cores.
fn constants() -> String {
    let whole = [
        ("WIDTH", WIDTH),
        ("HIDDEN", HIDDEN),
        ("COUNTS", COUNTS),
        ("INSTANCES", INSTANCES),
        ("ROWS_AT_ONCE", ROWS_AT_ONCE),
    ];
    let real = [
        ("COUNTED_ONE", COUNTED),
        ("OUTCOME", OUTCOME),
        ("OUTLIER", OUTLIER),
        ("IMPORTANCE", IMPORTANCE),
        ("LEAK", LEAK),
        ("LEAST_SLOPE", LEAST_SLOPE),
        ("KEPT_MEAN", KEPT.0),
        ("KEPT_SQUARE", KEPT.1),
    ];
    let whole = whole.map(|(name, number)| format!("const {name} = {number}u;\n"));
    whole.concat() + &real.map(|(name, number)| format!("const {name} = {number:?}f;\n")).concat()
}
