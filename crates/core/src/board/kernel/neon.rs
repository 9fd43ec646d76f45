//! Kernels for aarch64: NEON works on two axes of the board at once.
//!
//! Every function equals the one of the same name in [`portable`](super::portable). NEON is part of every aarch64 processor.

use super::portable::{grow_stable, stable_edges};
use super::tables::{NEAR_END, RAYS, STEPS};
use core::arch::aarch64::*;

pub use super::portable::{U64x4, flips_x4, last_count, min_position, moves_x4};

/// The empty squares where a disc of `own` would flip at least one of `opp`.
#[inline]
pub fn moves(own: u64, opp: u64) -> u64 {
    const BETWEEN: [[u64; 2]; 2] = [[0x7E7E_7E7E_7E7E_7E7E, !0], [0x7E7E_7E7E_7E7E_7E7E; 2]];
    let mut moves = 0;
    for (axes, between) in BETWEEN.iter().enumerate() {
        // SAFETY: every aarch64 processor has NEON; the loads stay within their arrays.
        unsafe {
            let step = vld1q_s64(STEPS_BY_TWO[axes].as_ptr());
            let back = vnegq_s64(step);
            let (two, back_two) = (vaddq_s64(step, step), vaddq_s64(back, back));
            let through = vandq_u64(vdupq_n_u64(opp), vld1q_u64(between.as_ptr()));
            let start = vdupq_n_u64(own);
            let mut up = vandq_u64(vshlq_u64(start, step), through);
            let mut down = vandq_u64(vshlq_u64(start, back), through);
            up = vorrq_u64(up, vandq_u64(vshlq_u64(up, step), through));
            down = vorrq_u64(down, vandq_u64(vshlq_u64(down, back), through));
            let through_up = vandq_u64(through, vshlq_u64(through, step));
            let through_down = vshlq_u64(through_up, back);
            for _ in 0..2 {
                up = vorrq_u64(up, vandq_u64(vshlq_u64(up, two), through_up));
                down = vorrq_u64(down, vandq_u64(vshlq_u64(down, back_two), through_down));
            }
            moves |= or_lanes(vorrq_u64(vshlq_u64(up, step), vshlq_u64(down, back)));
        }
    }
    moves & !(own | opp)
}

/// The discs of `opp` that a disc of `own` on square number `at` (0..64) would flip.
#[inline]
pub fn flips(at: usize, own: u64, opp: u64) -> u64 {
    let rays = &RAYS[at].0;
    let mut flips = 0;
    for (axes, step) in STEPS_BY_TWO.iter().enumerate() {
        // SAFETY: every aarch64 processor has NEON; the loads stay within the eight lanes of a square.
        unsafe {
            let (own, opp, one) = (vdupq_n_u64(own), vdupq_n_u64(opp), vdupq_n_u64(1));
            // Towards h8 a carry stops at the first square of the ray without `opp`.
            let ray = vld1q_u64(rays.as_ptr().add(2 * axes));
            let carried = vaddq_u64(vornq_u64(opp, ray), one);
            let end = vandq_u64(vandq_u64(carried, ray), own);
            let flips_up = vandq_u64(vqsubq_u64(end, one), ray);

            // Towards a1 all squares from that one on are marked, then all but the square itself dropped.
            let ray = vld1q_u64(rays.as_ptr().add(2 * axes + 4));
            let back = vnegq_s64(vld1q_s64(step.as_ptr()));
            let (back_two, back_four) = (vshlq_n_s64::<1>(back), vshlq_n_s64::<2>(back));
            let mut beyond = vbicq_u64(ray, opp);
            beyond = vorrq_u64(beyond, vshlq_u64(beyond, back));
            beyond = vorrq_u64(beyond, vshlq_u64(beyond, back_two));
            beyond = vorrq_u64(beyond, vshlq_u64(beyond, back_four));
            let end = vandq_u64(vbicq_u64(beyond, vshlq_u64(beyond, back)), own);
            let above = vsubq_u64(vdupq_n_u64(0), vaddq_u64(end, end));
            flips |= or_lanes(vorrq_u64(flips_up, vandq_u64(above, ray)));
        }
    }
    flips
}

/// A subset of the discs of `own` that no sequence of legal moves can flip.
#[inline]
pub fn stable(own: u64, opp: u64) -> u64 {
    grow_stable(own, stable_edges(own, opp), full_lines(own | opp))
}

/// The squares whose row, whose column, whose diagonal parallel to a1-h8, and to h1-a8, is full.
#[inline]
fn full_lines(occupied: u64) -> [u64; 4] {
    let mut full = [0; 4];
    for (axes, step) in STEPS_BY_TWO.iter().enumerate() {
        // SAFETY: every aarch64 processor has NEON; the loads and the store stay within their arrays.
        unsafe {
            let mut step = vld1q_s64(step.as_ptr());
            let mut up = vdupq_n_u64(occupied);
            let mut down = up;
            for near_end in &NEAR_END {
                let up_end = vld1q_u64(near_end.0.as_ptr().add(2 * axes));
                let down_end = vld1q_u64(near_end.0.as_ptr().add(2 * axes + 4));
                up = vandq_u64(up, vorrq_u64(vshlq_u64(up, vnegq_s64(step)), up_end));
                down = vandq_u64(down, vorrq_u64(vshlq_u64(down, step), down_end));
                step = vaddq_s64(step, step);
            }
            vst1q_u64(full.as_mut_ptr().add(2 * axes), vandq_u64(up, down));
        }
    }
    full
}

/// [`STEPS`] in pairs of lanes.
static STEPS_BY_TWO: [[i64; 2]; 2] = [[STEPS[0] as i64, STEPS[1] as i64], [STEPS[2] as i64, STEPS[3] as i64]];

/// The squares of both lanes, together.
#[inline]
fn or_lanes(lanes: uint64x2_t) -> u64 {
    // SAFETY: every aarch64 processor has NEON.
    unsafe { vgetq_lane_u64::<0>(lanes) | vgetq_lane_u64::<1>(lanes) }
}
