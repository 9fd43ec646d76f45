//! Compares the kernels of aarch64 with the portable ones, and searches: prints a line for each, or panics.

use emilia::{Engine, EngineOptions, Limits, Position};
use emilia::internal::eval::{net::Layer, kernel as layer_kernel};
use emilia::kernel::{neon, portable, self};

fn main() {
    // xorshift64*, so that every run sees the same boards.
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    };
    for _ in 0..50_000 {
        let (own, other, density) = (random(), random(), random() | random());
        let (own, opp) = (own & density, other & !own & density);
        assert_eq!(neon::moves(own, opp), portable::moves(own, opp), "moves of {own:x} {opp:x}");
        assert_eq!(neon::stable(own, opp), portable::stable(own, opp), "stable discs of {own:x} {opp:x}");
        for at in (0..64).filter(|at| (own | opp) >> at & 1 == 0) {
            assert_eq!(neon::flips(at, own, opp), portable::flips(at, own, opp), "flips of {at} on {own:x} {opp:x}");
        }
    }
    assert_eq!(kernel::flips as fn(usize, u64, u64) -> u64 as usize, neon::flips as fn(usize, u64, u64) -> u64 as usize);
    for _ in 0..5_000 {
        let mut number = |limit: i32| (random() >> 33) as i32 % (2 * limit) - limit;
        let layer = Layer {
            offsets: std::array::from_fn(|_| number(128) as i16),
            inner: std::array::from_fn(|_| std::array::from_fn(|_| number(1024) as i16)),
            inner_offsets: std::array::from_fn(|_| number(1 << 18)),
            outer: std::array::from_fn(|_| number(2048) as i16),
            outer_offset: number(1 << 20),
        };
        let sum = std::array::from_fn(|_| number(512) as i16);
        let counts = std::array::from_fn(|_| number(32) as i16 + 32);
        let [fast, plain] = [layer_kernel::neon::outcome, layer_kernel::portable::outcome].map(|f| f(&layer, &sum, &counts));
        assert_eq!(fast, plain, "the hidden layer {layer:?} of {sum:?} and {counts:?}");
    }
    println!("kernels agree");
    let mut engine = Engine::new(EngineOptions::default());
    let analysis = engine.search(Position::START, &Limits::depth(8));
    println!("{} {} {}", analysis.score(), analysis.certainty(), analysis.nodes());
}
