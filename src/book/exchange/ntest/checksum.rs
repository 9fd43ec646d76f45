//! The checksum of a book of NTest: the 96-bit mix of Bob Jenkins (1996, public domain) over words of four bytes.
//!
//! The known description of the format leaves open with which numbers the sum begins, how a word is combined with it, and whether a word
//! ends where an item of the file ends. All readings are computed, and one of them must fit.

/// The numbers with which a sum can begin: zero, or the golden ratio as Jenkins has it.
const FIRST: [u32; 2] = [0, 0x9E37_79B9];

/// How a word can be combined with the sum.
const COMBINATIONS: [fn(u32, u32) -> u32; 3] = [u32::wrapping_add, |sum, word| sum ^ word, |_, word| word];

/// A sum of one reading.
struct Sum {
    parts: [u32; 3],
    /// The part that the next word goes to.
    next: usize,
    combine: fn(u32, u32) -> u32,
}

impl Sum {
    /// Adds words of four bytes; of the rest two bytes are a word, and one is.
    fn add(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<4>();
        words.iter().for_each(|word| self.add_word(u32::from_le_bytes(*word)));
        let (pairs, rest) = rest.as_chunks::<2>();
        pairs.iter().for_each(|pair| self.add_word(u16::from_le_bytes(*pair).into()));
        rest.iter().for_each(|byte| self.add_word((*byte).into()));
    }

    fn add_word(&mut self, word: u32) {
        self.parts[self.next] = (self.combine)(self.parts[self.next], word);
        self.next = (self.next + 1) % 3;
        if self.next == 0 {
            mix(&mut self.parts);
        }
    }
}

/// Mixes three words. Each step takes the other two from one of them, and then the third, shifted.
fn mix([a, b, c]: &mut [u32; 3]) {
    for (right, left, last) in [(13, 8, 13), (12, 16, 5), (3, 10, 15)] {
        *a = a.wrapping_sub(*b).wrapping_sub(*c) ^ *c >> right;
        *b = b.wrapping_sub(*c).wrapping_sub(*a) ^ *a << left;
        *c = c.wrapping_sub(*a).wrapping_sub(*b) ^ *b >> last;
    }
}

/// The sums of all readings.
pub(super) struct Sums {
    whole: Vec<Sum>,
    by_item: Vec<Sum>,
}

impl Default for Sums {
    fn default() -> Sums {
        let sums = || {
            let sum = |first: u32, combine| Sum { parts: [first, first, 0], next: 0, combine };
            FIRST.iter().flat_map(|first| COMBINATIONS.map(|combine| sum(*first, combine))).collect()
        };
        Sums { whole: sums(), by_item: sums() }
    }
}

impl Sums {
    /// Adds an item of the file: a board, a node, or a byte.
    pub fn add_item(&mut self, bytes: &[u8]) {
        self.by_item.iter_mut().for_each(|sum| sum.add(bytes));
    }

    /// Adds all bytes between the header and the checksum.
    pub fn add_whole(&mut self, bytes: &[u8]) {
        self.whole.iter_mut().for_each(|sum| sum.add(bytes));
    }

    /// Whether this is the checksum in one of the readings.
    pub fn has(&self, checksum: u32) -> bool {
        self.whole.iter().chain(&self.by_item).any(|sum| sum.parts[0] == checksum)
    }
}
