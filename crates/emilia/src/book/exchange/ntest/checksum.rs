//! The checksum of a book of NTest: the 96-bit mix of Bob Jenkins (1996, public domain) over words of four bytes, begun at 0.

/// The sum of the items of a file: boards, nodes and bytes. Each of them begins with a new word.
#[derive(Default)]
pub(super) struct Sum {
    parts: [u32; 3],
    /// The part that the next word goes to.
    next: usize,
}

impl Sum {
    /// Adds an item in words of four bytes; of the rest two bytes are a word, and one is.
    pub fn add(&mut self, item: &[u8]) {
        let (words, rest) = item.as_chunks::<4>();
        words.iter().for_each(|word| self.add_word(u32::from_le_bytes(*word)));
        let (pairs, rest) = rest.as_chunks::<2>();
        pairs.iter().for_each(|pair| self.add_word(u16::from_le_bytes(*pair).into()));
        rest.iter().for_each(|byte| self.add_word((*byte).into()));
    }

    fn add_word(&mut self, word: u32) {
        self.parts[self.next] = self.parts[self.next].wrapping_add(word);
        self.next = (self.next + 1) % 3;
        if self.next == 0 {
            mix(&mut self.parts);
        }
    }

    /// The checksum of all that was added.
    pub fn value(&self) -> u32 {
        self.parts[0]
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
