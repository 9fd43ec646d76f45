//! The program on the processor at hand: whether it can run there, and the copy of it that runs fastest.
//!
//! A universal program is the program for every PC with copies for newer processors appended, as `scripts/universal` makes it:
//!
//! ```text
//!   the program for x86-64
//!   images      executables, zlib; the weights, which all have in common, are zeros in them
//!   directory   JSON: [{ "level": 3, "start": …, "packed": …, "length": …, "weights": … }, …]
//!   u32         length of the directory, little-endian
//!   8 bytes     "EMILIA-U"
//! ```
//!
//! At the start it unpacks the best image into memory and becomes it. The kernels are then inlined as in a build for this level alone,
//! which no choice inside the search could reach.

#[cfg(all(target_os = "linux", feature = "weights"))]
use super::message::print_message;
use emilia::kernel::processor;
use std::io::Write as _;

/// Whether this processor has all instructions of this build. If not, reports the missing ones on standard error.
///
/// Formats nothing in this crate: its code may have the instructions that are missing.
#[inline(never)]
pub(super) fn can_run() -> bool {
    let mut out = std::io::stderr();
    let mut print = |text: &str| {
        let _ = out.write_all(text.as_bytes());
    };
    let mut can_run = true;
    processor::missing(&mut |instructions| {
        if can_run {
            print("emilia: this build is for another processor; this one lacks");
            can_run = false;
        }
        print(" ");
        print(instructions);
    });
    if !std::hint::black_box(can_run) {
        print("\nemilia: use ");
        print(if cfg!(target_os = "linux") { "the universal program, or " } else { "" });
        print("a build with RUSTFLAGS=\"-C target-cpu=");
        print(["x86-64", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"][usize::from(processor::level())]);
        print("\"; see docs/building.md\n");
    }
    can_run
}

/// Replaces the process by the best image for this processor, if this is a universal program and has a better one than itself.
#[inline(never)]
pub(super) fn run_best() {
    #[cfg(all(target_os = "linux", feature = "weights"))]
    if let Err(error) = images::run_best(processor::level(), processor::built_for()) {
        print_message(&format!("cannot start the faster copy in this program; the slower one runs: {error:#}"));
    }
}

#[cfg(all(target_os = "linux", feature = "weights"))]
mod images {
    use anyhow::{Context as _, ensure};
    use emilia::internal::container::decompress;
    use rustix::fs::{MemfdFlags, memfd_create};
    use std::fs::File;
    use std::io::{Read, Seek, SeekFrom, Write as _};
    use std::os::fd::AsRawFd as _;
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    const MAGIC: &[u8; 8] = b"EMILIA-U";
    /// Bytes behind the directory: its length and the magic.
    const TRAILER: i64 = 12;
    /// The most bytes of an unpacked image; a program has about 14 MB.
    const MOST: u64 = 256 << 20;

    /// A row of the directory.
    #[derive(serde::Deserialize)]
    struct Image {
        /// The x86-64 level that it needs.
        level: u8,
        /// Where it begins in the file.
        start: u64,
        /// Its bytes in the file.
        packed: u64,
        /// Its bytes when unpacked.
        length: u64,
        /// Where the weights belong in it.
        weights: u64,
    }

    /// Replaces the process by the best image above the level `least` and up to the level `most`; returns if there is none.
    ///
    /// # Errors
    /// If the images are damaged or cannot be started.
    pub fn run_best(most: u8, least: u8) -> anyhow::Result<()> {
        let Ok(mut file) = File::open("/proc/self/exe") else { return Ok(()) };
        let Some(images) = directory(&mut file)? else { return Ok(()) };
        let usable = images.iter().filter(|image| image.level > least && image.level <= most);
        let Some(best) = usable.max_by_key(|image| image.level) else { return Ok(()) };
        let program = unpacked(&mut file, best)?;
        let memory = memfd_create("emilia", MemfdFlags::CLOEXEC).context("no memory for a program")?;
        let mut memory = File::from(memory);
        memory.write_all(&program)?;
        let mut arguments = std::env::args_os();
        let name = arguments.next().unwrap_or_default();
        let path = format!("/proc/self/fd/{}", memory.as_raw_fd());
        Err(Command::new(path).arg0(name).args(arguments).exec().into())
    }

    /// The directory of a universal program; none in any other program.
    fn directory(file: &mut File) -> anyhow::Result<Option<Vec<Image>>> {
        let mut trailer = [0; TRAILER as usize];
        file.seek(SeekFrom::End(-TRAILER))?;
        file.read_exact(&mut trailer)?;
        let [a, b, c, d, magic @ ..] = trailer;
        if magic != *MAGIC {
            return Ok(None);
        }
        let length = u64::from(u32::from_le_bytes([a, b, c, d]));
        let end = file.stream_position()? - TRAILER as u64;
        let start = end.checked_sub(length).context("the directory is damaged")?;
        file.seek(SeekFrom::Start(start))?;
        let mut text = Vec::new();
        file.take(length).read_to_end(&mut text)?;
        serde_json::from_slice(&text).context("the directory is damaged").map(Some)
    }

    /// The executable of an image, with the weights of this program.
    fn unpacked(file: &mut File, image: &Image) -> anyhow::Result<Vec<u8>> {
        ensure!(image.length <= MOST, "an image is too large");
        file.seek(SeekFrom::Start(image.start))?;
        let mut program = decompress(file.take(image.packed), image.length).context("an image is damaged")?;
        ensure!(program.len() as u64 == image.length, "an image is damaged");
        let weights = emilia::internal::eval::EMBEDDED;
        let start = usize::try_from(image.weights)?;
        let place = start.checked_add(weights.len()).and_then(|end| program.get_mut(start..end));
        place.context("an image is damaged")?.copy_from_slice(weights);
        Ok(program)
    }
}
