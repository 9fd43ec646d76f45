// One step of the training of the net, in three passes over a batch: `wish` finds what every example asks for, `move_rows` and
// `move_layers` do it. The same arithmetic as in net.rs and dense.rs, which say why; the constants come before this text.
//
// What the examples ask for is summed in whole numbers, so that their order, which no processor of this kind promises, changes
// nothing.

// The numbers of a layer, in the order of Dense::numbers.
const OFFSETS = 0u;
const INNER = OFFSETS + WIDTH;
const COUNTED = INNER + HIDDEN * WIDTH;
const INNER_OFFSETS = COUNTED + HIDDEN * COUNTS;
const OUTER = INNER_OFFSETS + HIDDEN;
const OUTER_OFFSET = OUTER + HIDDEN;
const LAYER = OUTER_OFFSET + 1u;

// The words of an example: its rows, what is counted, its stage, what the net should say in discs, and how much it counts.
const STAGE = INSTANCES + COUNTS;
const GOAL = STAGE + 1u;
const WEIGHT = GOAL + 1u;
const EXAMPLE = WEIGHT + 1u;

// What a batch begins with: its examples' number, the rates of rows and layers, and how much of the means is there by now.
struct Batch {
    size: u32,
    row_rate: f32,
    layer_rate: f32,
    young_mean: f32,
    young_square: f32,
    examples: array<u32>,
}

@group(0) @binding(0) var<storage, read> batch: Batch;
@group(0) @binding(1) var<storage, read_write> rows: array<f32>;
@group(0) @binding(2) var<storage, read_write> moved: array<f32>;
// All layers, then the means of their gradients, then those of the squares.
@group(0) @binding(3) var<storage, read_write> layers: array<f32>;
@group(0) @binding(4) var<storage, read_write> row_pulls: array<atomic<i32>>;
// For every row the sum of the mean squares of its pulls: the low word, then the high one.
@group(0) @binding(5) var<storage, read_write> row_squares: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> layer_pulls: array<atomic<i32>>;
// For every place in a batch the sum of the weighted errors.
@group(0) @binding(7) var<storage, read_write> errors: array<f32>;

// What one is in whole numbers. A pull is cut to one, and an example names a row eight times at most, so that no sum overflows.
const ROW_ONE = 65536.0;
const LAYER_ONE = 262144.0;
const SQUARE_ONE = 1073741824.0;

var<workgroup> cut: array<f32, WIDTH>;
var<workgroup> hidden: array<f32, HIDDEN>;
var<workgroup> hidden_pulls: array<f32, HIDDEN>;
var<workgroup> backs: array<f32, WIDTH>;

fn pull_layer(at: u32, pull: f32) {
    atomicAdd(&layer_pulls[at], i32(round(clamp(pull, -1.0, 1.0) * LAYER_ONE)));
}

fn add_square(row: u32, square: f32) {
    let added = u32(min(square, 1.0) * SQUARE_ONE);
    let before = atomicAdd(&row_squares[2u * row], added);
    if before + added < before {
        atomicAdd(&row_squares[2u * row + 1u], 1u);
    }
}

// One group for each example, one lane for each number of a row.
@compute @workgroup_size(WIDTH)
fn wish(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) k: u32) {
    let example = group.x * EXAMPLE;
    let layer = batch.examples[example + STAGE] * LAYER;
    var sum = 0.0;
    for (var i = 0u; i < INSTANCES; i++) {
        sum += rows[batch.examples[example + i] * WIDTH + k];
    }
    let own = clamp(sum + layers[layer + OFFSETS + k], 0.0, 1.0);
    cut[k] = own;
    workgroupBarrier();
    if k < HIDDEN {
        var taken = layers[layer + INNER_OFFSETS + k];
        for (var i = 0u; i < WIDTH; i++) {
            taken += layers[layer + INNER + k * WIDTH + i] * cut[i] * cut[i];
        }
        for (var i = 0u; i < COUNTS; i++) {
            taken += layers[layer + COUNTED + k * COUNTS + i] * COUNTED_ONE * f32(batch.examples[example + INSTANCES + i]);
        }
        hidden[k] = clamp(taken, 0.0, 1.0);
    }
    workgroupBarrier();
    var outcome = layers[layer + OUTER_OFFSET];
    for (var j = 0u; j < HIDDEN; j++) {
        outcome += layers[layer + OUTER + j] * hidden[j];
    }
    let weight = bitcast<f32>(batch.examples[example + WEIGHT]);
    let error = OUTCOME * outcome - bitcast<f32>(batch.examples[example + GOAL]);
    let pull = clamp(error, -OUTLIER, OUTLIER) / OUTCOME * weight * IMPORTANCE;
    if k == 0u {
        errors[group.x] += weight * abs(error);
        pull_layer(layer + OUTER_OFFSET, pull);
    }
    if k < HIDDEN {
        let is_free = 0.0 < hidden[k] && hidden[k] < 1.0;
        let hidden_pull = pull * layers[layer + OUTER + k] * select(LEAK, 1.0, is_free);
        hidden_pulls[k] = hidden_pull;
        pull_layer(layer + OUTER + k, pull * hidden[k]);
        pull_layer(layer + INNER_OFFSETS + k, hidden_pull);
        for (var i = 0u; i < COUNTS; i++) {
            let counted = COUNTED_ONE * f32(batch.examples[example + INSTANCES + i]);
            pull_layer(layer + COUNTED + k * COUNTS + i, hidden_pull * counted);
        }
    }
    workgroupBarrier();
    var back = 0.0;
    for (var j = 0u; j < HIDDEN; j++) {
        pull_layer(layer + INNER + j * WIDTH + k, hidden_pulls[j] * own * own);
        back += hidden_pulls[j] * layers[layer + INNER + j * WIDTH + k];
    }
    back *= max(2.0 * own, LEAST_SLOPE);
    if own <= 0.0 || own >= 1.0 {
        back *= select(0.0, LEAK, (own <= 0.0) == (back < 0.0));
    }
    pull_layer(layer + OFFSETS + k, back);
    backs[k] = back;
    workgroupBarrier();
    var square = 0.0;
    for (var i = 0u; i < WIDTH; i++) {
        square += backs[i] * backs[i] / f32(WIDTH);
    }
    let whole = i32(round(clamp(back, -1.0, 1.0) * ROW_ONE));
    for (var i = 0u; i < INSTANCES; i++) {
        let row = batch.examples[example + i];
        atomicAdd(&row_pulls[row * WIDTH + k], whole);
        if k == 0u {
            add_square(row, square);
        }
    }
}

// A lane for each number of a row.
@compute @workgroup_size(WIDTH, ROWS_AT_ONCE)
fn move_rows(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) lane: vec3u) {
    let row = group.x * ROWS_AT_ONCE + lane.y;
    let is_there = row < arrayLength(&moved);
    var square = 0.0;
    var before = 0.0;
    if is_there {
        let low = f32(atomicLoad(&row_squares[2u * row])) / SQUARE_ONE;
        square = low + f32(atomicLoad(&row_squares[2u * row + 1u])) * (4294967296.0 / SQUARE_ONE);
        before = moved[row];
    }
    // All lanes have read what the first one is about to write.
    workgroupBarrier();
    if square == 0.0 {
        return;
    }
    if lane.x == 0u {
        atomicStore(&row_squares[2u * row], 0u);
        atomicStore(&row_squares[2u * row + 1u], 0u);
        moved[row] = before + square;
    }
    let at = row * WIDTH + lane.x;
    let pull = f32(atomicExchange(&row_pulls[at], 0)) / ROW_ONE;
    rows[at] -= batch.row_rate / sqrt(before + square) * pull;
}

// A thread for each number of all layers.
@compute @workgroup_size(WIDTH)
fn move_layers(@builtin(global_invocation_id) thread: vec3u) {
    let at = thread.x;
    let count = arrayLength(&layer_pulls);
    if at >= count {
        return;
    }
    let gradient = f32(atomicExchange(&layer_pulls[at], 0)) / LAYER_ONE / f32(batch.size);
    let mean = KEPT_MEAN * layers[count + at] + (1.0 - KEPT_MEAN) * gradient;
    let square = KEPT_SQUARE * layers[2u * count + at] + (1.0 - KEPT_SQUARE) * gradient * gradient;
    layers[count + at] = mean;
    layers[2u * count + at] = square;
    layers[at] -= batch.layer_rate * (mean / batch.young_mean) / (sqrt(square / batch.young_square) + 1e-8);
}
