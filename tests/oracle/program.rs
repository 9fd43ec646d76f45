//! The program under test, run as its users run it.

use crate::common::program::emilia;
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than any run takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(180);

/// How a run is ended from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// What no program can handle.
    Kill,
}

/// What a run left behind.
pub struct Ended {
    pub stdout: String,
    pub stderr: String,
    pub status: ExitStatus,
    pub took: Duration,
    /// Whether it did not end by itself in all the time there was, and was killed.
    pub is_stuck: bool,
}

/// Runs the program on this input to its end, or until it is sent a signal after some time.
pub fn run(arguments: &[impl AsRef<OsStr>], input: String, signal: Option<(Duration, Signal)>) -> Ended {
    let began = Instant::now();
    let mut child = emilia(arguments).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that is stopped need not read all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let (stdout, stderr) = (collect(child.stdout.take()), collect(child.stderr.take()));
    let (mut signal, mut is_stuck) = (signal, false);
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        let elapsed = began.elapsed();
        if let Some((_, signal)) = signal.take_if(|(after, _)| elapsed >= *after) {
            send(signal, &mut child);
        }
        if elapsed > PATIENCE && !is_stuck {
            is_stuck = true;
            send(Signal::Kill, &mut child);
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    writer.join().expect("the writer ends");
    let [stdout, stderr] = [stdout, stderr].map(|reader| reader.join().expect("the reader ends"));
    Ended { stdout, stderr, status, took: began.elapsed(), is_stuck }
}

/// Reads a stream to its end. A kill may cut a line: it is left out.
fn collect(stream: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    let mut stream = stream.expect("a pipe");
    std::thread::spawn(move || {
        let mut text = Vec::new();
        stream.read_to_end(&mut text).expect("the output is read");
        text.truncate(text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        String::from_utf8_lossy(&text).into_owned()
    })
}

fn send(signal: Signal, child: &mut Child) {
    // It may have ended by itself in between.
    match signal {
        Signal::Kill => drop(child.kill()),
        Signal::Interrupt => {
            drop(Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status());
        }
    }
}
