//! Small changes of known inputs.

use crate::random::Random;

/// Changes at most.
const MOST: usize = 6;

/// One of the inputs with a few changes.
pub fn mutate(corpus: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = pick(corpus, random).clone();
    for _ in 0..=random.below(MOST) {
        let at = random.below(input.len() + 1);
        let part = at..(at + random.below(16)).min(input.len());
        match random.below(9) {
            0 => input.insert(at, random.next() as u8),
            1 => drop(input.drain(part)),
            2 => input.truncate(at),
            3 => set(&mut input, at, |byte, random| byte ^ 1 << random.below(8), random),
            4 => set(&mut input, at, |_, random| random.next() as u8, random),
            5 => set(&mut input, at, |_, random| [0, 1, 0x7f, 0x80, 0xff][random.below(5)], random),
            6 => {
                let copy = input[part].to_vec();
                insert(&mut input, &copy, random);
            }
            7 => {
                let other = pick(corpus, random);
                let from = random.below(other.len() + 1);
                let part = &other[from..(from + random.below(64)).min(other.len())];
                insert(&mut input, part, random);
            }
            _ => {
                let number = [0, 1 << 31, u64::MAX, 1 << 63, random.next(), 10][random.below(6)];
                insert(&mut input, number.to_string().as_bytes(), random);
            }
        }
    }
    input
}

fn pick<'a>(corpus: &'a [Vec<u8>], random: &mut Random) -> &'a Vec<u8> {
    &corpus[random.below(corpus.len())]
}

/// Changes the byte at this place, if there is one.
fn set(input: &mut [u8], at: usize, change: fn(u8, &mut Random) -> u8, random: &mut Random) {
    if let Some(byte) = input.get_mut(at) {
        *byte = change(*byte, random);
    }
}

/// Puts these bytes somewhere.
fn insert(input: &mut Vec<u8>, part: &[u8], random: &mut Random) {
    let at = random.below(input.len() + 1);
    input.splice(at..at, part.iter().copied());
}
