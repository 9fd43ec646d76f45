// One optimizer step of the net in three passes over a batch: `compute_gradient`, `update_rows` (AdaGrad) and `update_layers` (Adam). The
// arithmetic is that of net.rs and dense.rs, which explain it. The constants that are not declared here come before this text.
//
// Gradients are summed as fixed-point integers, so the result does not depend on the order of the atomic additions.

// The offsets of the parameters of dense layers, in the order of DenseLayers::parameters.
const INPUT_BIASES = 0u;
const HIDDEN_WEIGHTS = INPUT_BIASES + WIDTH;
const COUNT_WEIGHTS = HIDDEN_WEIGHTS + HIDDEN * WIDTH;
const HIDDEN_BIASES = COUNT_WEIGHTS + HIDDEN * COUNTS;
const OUTPUT_WEIGHTS = HIDDEN_BIASES + HIDDEN;
const OUTPUT_BIAS = OUTPUT_WEIGHTS + HIDDEN;
const LAYERS_LEN = OUTPUT_BIAS + 1u;

// The words of an example: its row indices, its counts, its stage, the target of the net in discs, and its weight.
const STAGE = INSTANCES + COUNTS;
const TARGET = STAGE + 1u;
const WEIGHT = TARGET + 1u;
const EXAMPLE_WORDS = WEIGHT + 1u;

// A batch: the number of its examples, the learning rates, what is left of each row, Adam's bias corrections, and the examples.
struct Batch {
    size: u32,
    row_rate: f32,
    rows_kept: f32,
    layer_rate: f32,
    mean_correction: f32,
    square_correction: f32,
    examples: array<u32>,
}

@group(0) @binding(0) var<storage, read> batch: Batch;
@group(0) @binding(1) var<storage, read_write> rows: array<f32>;
@group(0) @binding(2) var<storage, read_write> accumulators: array<f32>;
// The parameters of all dense layers, then the mean gradients, then the mean squared gradients.
@group(0) @binding(3) var<storage, read_write> layers: array<f32>;
@group(0) @binding(4) var<storage, read_write> row_gradients: array<atomic<i32>>;
// For each row the sum of its mean squared gradients: the low word, then the high word.
@group(0) @binding(5) var<storage, read_write> row_squares: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> layer_gradients: array<atomic<i32>>;
// For each index in a batch the sum of the weighted errors.
@group(0) @binding(7) var<storage, read_write> errors: array<f32>;

// The fixed-point representation of 1. A partial gradient is clipped to -1..=1, and an example has a row at most eight times, so a sum
// reaches 2^31 only if all of them are clipped.
const ROW_ONE = 65536.0;
const LAYER_ONE = 262144.0;
const SQUARE_ONE = 1073741824.0;

var<workgroup> clipped: array<f32, WIDTH>;
var<workgroup> hidden: array<f32, HIDDEN>;
var<workgroup> hidden_gradients: array<f32, HIDDEN>;
var<workgroup> input_gradients: array<f32, WIDTH>;

fn add_layer_gradient(at: u32, gradient: f32) {
    atomicAdd(&layer_gradients[at], i32(round(clamp(gradient, -1.0, 1.0) * LAYER_ONE)));
}

fn add_square(row: u32, square: f32) {
    // Rounded up, so that a row with a gradient has a square.
    let added = u32(ceil(min(square, 1.0) * SQUARE_ONE));
    let before = atomicAdd(&row_squares[2u * row], added);
    if before + added < before {
        atomicAdd(&row_squares[2u * row + 1u], 1u);
    }
}

// One workgroup per example, one invocation per element of a row.
@compute @workgroup_size(WIDTH)
fn compute_gradient(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) k: u32) {
    let example = group.x * EXAMPLE_WORDS;
    let layer = batch.examples[example + STAGE] * LAYERS_LEN;
    // The forward pass.
    var sum = 0.0;
    for (var i = 0u; i < INSTANCES; i++) {
        sum += rows[batch.examples[example + i] * WIDTH + k];
    }
    let own = clamp(sum + layers[layer + INPUT_BIASES + k], 0.0, 1.0);
    clipped[k] = own;
    workgroupBarrier();
    if k < HIDDEN {
        var input = layers[layer + HIDDEN_BIASES + k];
        for (var i = 0u; i < WIDTH; i++) {
            input += layers[layer + HIDDEN_WEIGHTS + k * WIDTH + i] * clipped[i] * clipped[i];
        }
        for (var i = 0u; i < COUNTS; i++) {
            input += layers[layer + COUNT_WEIGHTS + k * COUNTS + i] * COUNT_SCALE * f32(batch.examples[example + INSTANCES + i]);
        }
        hidden[k] = clamp(input, 0.0, 1.0);
    }
    workgroupBarrier();
    var output = layers[layer + OUTPUT_BIAS];
    for (var j = 0u; j < HIDDEN; j++) {
        output += layers[layer + OUTPUT_WEIGHTS + j] * hidden[j];
    }
    // The backward pass.
    let weight = bitcast<f32>(batch.examples[example + WEIGHT]);
    let error = OUTPUT_SCALE * output - bitcast<f32>(batch.examples[example + TARGET]);
    let output_gradient = clamp(error, -MAX_ERROR, MAX_ERROR) / OUTPUT_SCALE * weight * GRADIENT_SCALE;
    if k == 0u {
        errors[group.x] += weight * abs(error);
        add_layer_gradient(layer + OUTPUT_BIAS, output_gradient);
    }
    if k < HIDDEN {
        let is_unclipped = 0.0 < hidden[k] && hidden[k] < 1.0;
        let hidden_gradient = output_gradient * layers[layer + OUTPUT_WEIGHTS + k] * select(LEAK, 1.0, is_unclipped);
        hidden_gradients[k] = hidden_gradient;
        add_layer_gradient(layer + OUTPUT_WEIGHTS + k, output_gradient * hidden[k]);
        add_layer_gradient(layer + HIDDEN_BIASES + k, hidden_gradient);
        for (var i = 0u; i < COUNTS; i++) {
            let count = COUNT_SCALE * f32(batch.examples[example + INSTANCES + i]);
            add_layer_gradient(layer + COUNT_WEIGHTS + k * COUNTS + i, hidden_gradient * count);
        }
    }
    workgroupBarrier();
    var input_gradient = 0.0;
    for (var j = 0u; j < HIDDEN; j++) {
        add_layer_gradient(layer + HIDDEN_WEIGHTS + j * WIDTH + k, hidden_gradients[j] * own * own);
        input_gradient += hidden_gradients[j] * layers[layer + HIDDEN_WEIGHTS + j * WIDTH + k];
    }
    input_gradient *= max(2.0 * own, MIN_SLOPE);
    if own <= 0.0 || own >= 1.0 {
        input_gradient *= select(0.0, LEAK, (own <= 0.0) == (input_gradient < 0.0));
    }
    add_layer_gradient(layer + INPUT_BIASES + k, input_gradient);
    input_gradients[k] = input_gradient;
    workgroupBarrier();
    var square = 0.0;
    for (var i = 0u; i < WIDTH; i++) {
        square += input_gradients[i] * input_gradients[i] / f32(WIDTH);
    }
    let fixed_point = i32(round(clamp(input_gradient, -1.0, 1.0) * ROW_ONE));
    for (var i = 0u; i < INSTANCES; i++) {
        let row = batch.examples[example + i];
        atomicAdd(&row_gradients[row * WIDTH + k], fixed_point);
        if k == 0u {
            add_square(row, square);
        }
    }
}

// One invocation per element of a row.
@compute @workgroup_size(WIDTH, ROWS_PER_WORKGROUP)
fn update_rows(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) invocation: vec3u) {
    let row = group.x * ROWS_PER_WORKGROUP + invocation.y;
    let exists = row < arrayLength(&accumulators);
    var square = 0.0;
    var before = 0.0;
    if exists {
        let low = f32(atomicLoad(&row_squares[2u * row])) / SQUARE_ONE;
        square = low + f32(atomicLoad(&row_squares[2u * row + 1u])) * (4294967296.0 / SQUARE_ONE);
        before = accumulators[row];
    }
    // The first invocation of a row writes below what all of them have read above.
    workgroupBarrier();
    let at = row * WIDTH + invocation.x;
    if square == 0.0 {
        if exists && batch.rows_kept < 1.0 {
            rows[at] *= batch.rows_kept;
        }
        return;
    }
    if invocation.x == 0u {
        atomicStore(&row_squares[2u * row], 0u);
        atomicStore(&row_squares[2u * row + 1u], 0u);
        accumulators[row] = before + square;
    }
    let gradient = f32(atomicExchange(&row_gradients[at], 0)) / ROW_ONE;
    rows[at] = (rows[at] - batch.row_rate / sqrt(before + square) * gradient) * batch.rows_kept;
}

// One invocation per parameter of all dense layers.
@compute @workgroup_size(WIDTH)
fn update_layers(@builtin(global_invocation_id) invocation: vec3u) {
    let at = invocation.x;
    let count = arrayLength(&layer_gradients);
    if at >= count {
        return;
    }
    let gradient = f32(atomicExchange(&layer_gradients[at], 0)) / LAYER_ONE / f32(batch.size);
    let mean = MEAN_DECAY * layers[count + at] + (1.0 - MEAN_DECAY) * gradient;
    let square = SQUARE_DECAY * layers[2u * count + at] + (1.0 - SQUARE_DECAY) * gradient * gradient;
    layers[count + at] = mean;
    layers[2u * count + at] = square;
    layers[at] -= batch.layer_rate * (mean / batch.mean_correction) / (sqrt(square / batch.square_correction) + 1e-8);
}
