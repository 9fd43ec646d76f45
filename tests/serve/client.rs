//! The program as a server, and clients of it that can misbehave.

use crate::common::program::{emilia, signal};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
#[cfg(target_os = "linux")]
use std::net::{Ipv4Addr, SocketAddrV4};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// Longer than anything here takes, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The program while it serves.
pub struct Server {
    child: Child,
    pub port: u16,
}

/// What a server answered.
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The lines of the body.
    pub fn objects(&self) -> Vec<Value> {
        let text = String::from_utf8_lossy(&self.body);
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
    }
}

pub fn id(object: &Value) -> String {
    object["id"].as_str().unwrap_or_default().to_owned()
}

/// The program with these arguments, which may end at once.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = emilia(&["serve", "--port", "0", "--hash", "16"]);
    command.args(arguments).env_remove("EMILIA_SERVE_TOKEN").stdin(Stdio::null());
    command
}

impl Server {
    pub fn start(arguments: &[&str]) -> Server {
        let mut child = command(arguments).stderr(Stdio::inherit()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let port = line.trim_end().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        Server { child, port: port.unwrap_or_else(|| panic!("{line:?}")) }
    }

    pub fn connect(&self) -> TcpStream {
        connect(self.port).expect("a connection")
    }

    /// A WebSocket from this address of this machine.
    #[cfg(target_os = "linux")]
    pub fn socket_from(&self, address: Ipv4Addr) -> Socket {
        use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
        let socket = socket(AddressFamily::INET, SocketType::STREAM, None).expect("a socket");
        bind(&socket, &SocketAddrV4::new(address, 0)).expect("an address of this machine");
        connect(&socket, &SocketAddrV4::new(Ipv4Addr::LOCALHOST, self.port)).expect("a connection");
        let stream = prepared(TcpStream::from(socket));
        Socket(tungstenite::client(self.address(), stream).expect("a socket").0)
    }

    /// The most memory that the program has had, in bytes.
    #[cfg(target_os = "linux")]
    pub fn peak_memory(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line");
        line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") << 10
    }

    fn address(&self) -> String {
        format!("ws://127.0.0.1:{}/ws", self.port)
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        let host = format!("127.0.0.1:{}", self.port);
        let mut head = format!("{method} {path} HTTP/1.1\r\nContent-Length: {}\r\nConnection: close\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: {host}\r\n");
        }
        headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
        stream.write_all(format!("{head}\r\n").as_bytes()).expect("it reads");
        // It may have answered and closed before the end of the body.
        let _ = stream.write_all(body);
        read_answer(stream).expect("an answer")
    }

    /// The head of the answer to a request as it is written here; empty if there is none.
    pub fn head(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("it reads");
        let lines = BufReader::new(stream).lines().map_while(Result::ok);
        lines.take_while(|line| !line.is_empty()).map(|line| line + "\n").collect()
    }

    pub fn socket(&self, protocols: Option<&str>) -> Socket {
        self.try_socket(protocols).expect("a socket")
    }

    pub fn try_socket(&self, protocols: Option<&str>) -> Result<Socket, u16> {
        let mut request = self.address().into_client_request().expect("an address");
        if let Some(protocols) = protocols {
            request.headers_mut().insert("Sec-WebSocket-Protocol", protocols.parse().expect("a header"));
        }
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// Sends Ctrl-C; returns the exit code.
    pub fn interrupt(&mut self) -> Option<i32> {
        signal(&self.child, "-INT");
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn connect(port: u16) -> Option<TcpStream> {
    TcpStream::connect(("127.0.0.1", port)).ok().map(prepared)
}

fn prepared(stream: TcpStream) -> TcpStream {
    stream.set_read_timeout(Some(PATIENCE)).expect("an option of the socket");
    stream.set_write_timeout(Some(PATIENCE)).expect("an option of the socket");
    stream.set_nodelay(true).expect("an option of the socket");
    stream
}

/// The answer to a query; none if nobody is there.
pub fn post(port: u16, body: &[u8]) -> Option<Answer> {
    let mut stream = connect(port)?;
    let length = body.len();
    let head =
        format!("POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body).ok()?;
    read_answer(stream)
}

fn read_answer(stream: TcpStream) -> Option<Answer> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let mut headers = Vec::new();
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_lowercase(), value.to_owned()));
    }
    let is_chunked = headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
    let mut body = Vec::new();
    if !is_chunked {
        // A connection that is reset ends the body, too.
        let _ = reader.read_to_end(&mut body);
        return Some(Answer { status, headers, body });
    }
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let size = usize::from_str_radix(line.trim_end(), 16).ok()?;
        let mut chunk = vec![0; size + 2];
        reader.read_exact(&mut chunk).ok()?;
        body.extend_from_slice(&chunk[..size]);
        if size == 0 {
            return Some(Answer { status, headers, body });
        }
    }
}

/// A WebSocket to the program.
pub struct Socket(WebSocket<TcpStream>);

impl Socket {
    pub fn say(&mut self, text: &str) {
        self.0.send(Message::text(text)).expect("it reads");
    }

    /// Sends bytes that need not be frames.
    pub fn say_raw(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).expect("it reads");
    }

    /// Sends as many of these bytes, which need not be frames, as the program reads within this time.
    pub fn push_raw(&mut self, bytes: &[u8], wait: Duration) -> usize {
        let stream = self.0.get_mut();
        stream.set_write_timeout(Some(wait)).expect("an option of the socket");
        let mut sent = 0;
        while sent < bytes.len() {
            match stream.write(&bytes[sent..]) {
                Ok(length) => sent += length,
                Err(_) => break,
            }
        }
        sent
    }

    /// Sends without waiting for long; false if the program does not read.
    pub fn push(&mut self, text: &str, wait: Duration) -> bool {
        self.0.get_ref().set_write_timeout(Some(wait)).expect("an option of the socket");
        self.0.send(Message::text(text)).is_ok()
    }

    /// The next object.
    pub fn hear(&mut self) -> Value {
        loop {
            match self.0.read().expect("an answer") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Close(reason) => panic!("closed: {reason:?}"),
                _ => {}
            }
        }
    }

    /// The code with which the program ends the connection; none if it says nothing.
    pub fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.0.read() {
                Ok(Message::Close(reason)) => return reason.map(|reason| reason.code.into()),
                Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Says that the client leaves; the code of the answer.
    pub fn leave(&mut self) -> Option<u16> {
        let reason = CloseFrame { code: CloseCode::Normal, reason: "".into() };
        self.0.close(Some(reason)).expect("it reads");
        self.close_code()
    }
}
