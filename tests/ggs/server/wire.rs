//! A connection of the server: lines of the client in, messages with faults out.

use super::faults::{Fault, FaultPlan};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The connection is closed.
#[derive(Debug)]
pub struct Closed;

pub struct Wire {
    stream: TcpStream,
    lines: Receiver<String>,
    /// Messages that were sent, to be sent again.
    old: Vec<Vec<String>>,
}

impl Wire {
    pub fn new(stream: TcpStream) -> Wire {
        stream.set_nodelay(true).expect("an option of the connection");
        stream.set_write_timeout(Some(Duration::from_secs(30))).expect("an option of the connection");
        let reading = stream.try_clone().expect("the connection");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(reading).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Wire { stream, lines, old: Vec::new() }
    }

    /// The next line of the client, if one comes within this time.
    pub fn line(&self, wait: Duration) -> Result<Option<String>, Closed> {
        match self.lines.recv_timeout(wait) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Closed),
        }
    }

    pub fn raw(&mut self, text: &str) -> Result<(), Closed> {
        self.stream.write_all(text.as_bytes()).map_err(|_| Closed)
    }

    pub fn ready(&mut self) -> Result<(), Closed> {
        self.raw("READY\r\n")
    }

    /// Sends a message, or what the fault makes of it. True if it arrives whole.
    pub fn message(&mut self, lines: &[String], plan: &mut FaultPlan) -> Result<(), Closed> {
        let fault = plan.next();
        let text = |lines: &[String]| format!("\r\n{}\r\n", lines.join("\r\n"));
        let whole = text(lines);
        match fault {
            Fault::None => self.raw(&format!("{whole}READY\r\n"))?,
            Fault::Doubled => self.raw(&format!("{whole}READY\r\n{whole}READY\r\n"))?,
            Fault::NoReady => self.raw(&whole)?,
            Fault::Late => {
                let old = if self.old.is_empty() { 0 } else { plan.random.below(self.old.len()) };
                let late = self.old.get(old).map_or_else(String::new, |lines| format!("{}READY\r\n", text(lines)));
                self.raw(&format!("{whole}READY\r\n{late}"))?;
            }
            Fault::Chat => {
                for number in 0..plan.random.below(3000) {
                    let chat = "mira: /os: update .1 8 K?\r\n|   1: f5\r\n|O to move\r\nREADY\r\n";
                    self.raw(&format!("\r\n.chat quinn: line {number} of a long story\r\n|READY\r\nREADY\r\n{chat}"))?;
                }
                self.raw(&format!("{whole}READY\r\n"))?;
            }
            Fault::Damaged => {
                let mut damaged = lines.to_vec();
                if damaged.len() > 8 {
                    let at = 1 + plan.random.below(damaged.len() - 1);
                    damaged.remove(at);
                }
                self.raw(&format!("{}READY\r\n", text(&damaged)))?;
            }
            Fault::CutOff => {
                let at = plan.random.below(whole.len());
                self.raw(&whole[..at])?;
                return Err(self.drop());
            }
            Fault::Dropped => return Err(self.drop()),
            Fault::Garbage => {
                self.raw(&format!("\u{7}\u{1b}[7m|:*?\r\n{}\r\n", "x".repeat(300_000)))?;
                self.raw(&format!("{whole}READY\r\n"))?;
            }
            Fault::Slow => {
                for part in format!("{whole}READY\r\n").as_bytes().chunks(97) {
                    self.stream.write_all(part).map_err(|_| Closed)?;
                    thread::sleep(Duration::from_millis(1));
                }
            }
        }
        if self.old.len() < 200 {
            self.old.push(lines.to_vec());
        }
        Ok(())
    }

    /// Ends the connection.
    pub fn drop(&mut self) -> Closed {
        let _ = self.stream.shutdown(Shutdown::Both);
        Closed
    }
}
