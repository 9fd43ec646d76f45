//! The instructions that the x86-64 processor of this machine has, read from `cpuid`.
//!
//! `is_x86_feature_detected!` does not help here: it is constantly true of what the build enables. The levels are those of the x86-64
//! psABI: x86-64 (1), x86-64-v2, x86-64-v3 (about 2013 and later) and x86-64-v4 (AVX-512).

use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv, CpuidResult};
use core::hint::black_box;

/// The highest x86-64 level.
pub const MAX_LEVEL: u8 = 4;

/// A group of instructions, as this build and this machine have it.
struct Feature {
    name: &'static str,
    /// The lowest level that has it; above [`MAX_LEVEL`] if none has.
    level: u8,
    /// Whether this build uses it.
    is_used: bool,
    /// Whether the processor has it and the operating system lets programs use it.
    is_available: bool,
}

/// The vector registers of AVX, and those of AVX-512 with its masks, as bits of XCR0.
const YMM: u64 = 0x06;
const ZMM: u64 = 0xE6;

/// Visits the instructions that a compiler may use without being asked to, beyond those of level 1.
///
/// This code may itself be compiled to instructions that are missing. Therefore each check compares one bit, and `black_box` keeps the
/// compiler from merging the checks. `tests/processor.rs` runs the program on emulated processors.
#[inline(never)]
fn visit(visitor: &mut dyn FnMut(Feature)) {
    let (one, seven, extended) = (leaf(1), leaf(7), leaf(0x8000_0001));
    let saved = saved_registers(one.ecx);
    let (general, ymm, zmm) = (true, black_box(saved & YMM == YMM), black_box(saved & ZMM == ZMM));
    macro_rules! features {
        ($($name:tt $level:literal $register:expr, $bit:literal, $is_saved:expr;)*) => {$(
            visitor(Feature {
                name: $name,
                level: $level,
                is_used: cfg!(target_feature = $name),
                is_available: black_box(black_box($register) & (1 << $bit) != 0) && black_box($is_saved),
            });
        )*};
    }
    features! {
        "sse3" 2 one.ecx, 0, general;
        "ssse3" 2 one.ecx, 9, general;
        "cmpxchg16b" 2 one.ecx, 13, general;
        "sse4.1" 2 one.ecx, 19, general;
        "sse4.2" 2 one.ecx, 20, general;
        "popcnt" 2 one.ecx, 23, general;
        "fma" 3 one.ecx, 12, ymm;
        "movbe" 3 one.ecx, 22, general;
        "avx" 3 one.ecx, 28, ymm;
        "f16c" 3 one.ecx, 29, ymm;
        "bmi1" 3 seven.ebx, 3, general;
        "avx2" 3 seven.ebx, 5, ymm;
        "bmi2" 3 seven.ebx, 8, general;
        "lzcnt" 3 extended.ecx, 5, general;
        "avx512f" 4 seven.ebx, 16, zmm;
        "avx512dq" 4 seven.ebx, 17, zmm;
        "avx512cd" 4 seven.ebx, 28, zmm;
        "avx512bw" 4 seven.ebx, 30, zmm;
        "avx512vl" 4 seven.ebx, 31, zmm;
        "avx512ifma" 5 seven.ebx, 21, zmm;
        "avx512vbmi" 5 seven.ecx, 1, zmm;
        "avx512vbmi2" 5 seven.ecx, 6, zmm;
        "avx512vnni" 5 seven.ecx, 11, zmm;
        "avx512bitalg" 5 seven.ecx, 12, zmm;
        "avx512vpopcntdq" 5 seven.ecx, 14, zmm;
        "gfni" 5 seven.ecx, 8, general;
        "vaes" 5 seven.ecx, 9, ymm;
        "vpclmulqdq" 5 seven.ecx, 10, ymm;
        "adx" 5 seven.ebx, 19, general;
    }
}

/// The registers that `cpuid` sets for this leaf; zeros if the processor does not have it.
#[allow(unused_unsafe, reason = "the intrinsics are safe from Rust 1.94 on")]
fn leaf(number: u32) -> CpuidResult {
    // SAFETY: every x86-64 processor has the instruction.
    let (highest, leaf) = unsafe { (__cpuid(number & 0x8000_0000).eax, __cpuid_count(number, 0)) };
    if highest < number { CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 } } else { leaf }
}

/// The registers that the operating system saves for each thread: XCR0, or none where it cannot be read.
fn saved_registers(features: u32) -> u64 {
    const OSXSAVE: u32 = 1 << 27;
    if features & OSXSAVE == 0 {
        return 0;
    }
    // SAFETY: OSXSAVE says that the processor has the instruction and that the operating system has enabled it.
    unsafe { _xgetbv(0) }
}

/// Reports the instructions that this build uses and this machine does not have; none on a machine that can run it.
pub fn missing(report: &mut dyn FnMut(&'static str)) {
    visit(&mut |feature| {
        if black_box(feature.is_used) && !black_box(feature.is_available) {
            report(feature.name);
        }
    });
}

/// The x86-64 level of this machine, 1 to 4.
pub fn level() -> u8 {
    highest(&|feature| feature.is_available)
}

/// The highest x86-64 level of which this build uses all instructions, 1 to 4.
pub fn built_for() -> u8 {
    highest(&|feature| feature.is_used)
}

/// The highest level up to which a machine, or a build, has every feature.
fn highest(has: &dyn Fn(&Feature) -> bool) -> u8 {
    let mut lacking = MAX_LEVEL + 1;
    visit(&mut |feature| {
        if !black_box(has(&feature)) && feature.level < lacking {
            lacking = black_box(feature.level);
        }
    });
    lacking - 1
}
