//! Random bytes and random requests.

use super::client::{PATIENCE, Server, id};
use crate::random::Random;
use std::io::{Read, Write};

const PIECES: [&[u8]; 24] = [
    b"GET / HTTP/1.1\r\n",
    b"POST /analyze HTTP/1.1\r\n",
    b"GET /ws HTTP/1.1\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"Host: localhost\r\n",
    b"Host: [::1]:9\r\nHost: x\r\n",
    b"Content-Length: 30\r\n",
    b"Content-Length: 99999999999999999999\r\n",
    b"Content-Length: -1\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n",
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
    b"Sec-WebSocket-Protocol: emilia, token.\r\n",
    b"Authorization: Bearer \xff\r\n",
    b"Origin: \xc3\xa4\r\n",
    b"\r\n",
    b"\r\n\r\n",
    b"ffffffffffffffff\r\n",
    b"5\r\n{\"id\"\r\n",
    b"0\r\n\r\n",
    b"{\"id\":\"a\",\"depth\":2}\n",
    b"\x81\x85\0\0\0\0hello",
    b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\x88\x80\0\0\0\0",
];

#[test]
fn nothing_that_is_sent_ends_the_program() {
    let server = Server::start(&[]);
    let mut random = Random::new(21);
    for _ in 0..300 {
        let mut stream = server.connect();
        let mut bytes = Vec::new();
        for _ in 0..random.below(14) {
            if random.below(6) == 0 {
                bytes.extend((0..random.below(40)).map(|_| random.next() as u8));
            } else {
                bytes.extend_from_slice(PIECES[random.below(PIECES.len())]);
            }
        }
        // What it answers, and whether it reads on, does not matter here.
        let _ = stream.write_all(&bytes);
        if random.below(4) == 0 {
            stream.set_read_timeout(Some(PATIENCE / 1000)).expect("an option of the socket");
            let _ = stream.read(&mut [0; 100]);
        }
    }
    let mut socket = server.socket(None);
    for _ in 0..500 {
        let mut text: Vec<u8> = br#"{"id":"s","moves":"f5d6","depth":3,"analyzeTurns":[0,1]}"#.to_vec();
        for _ in 0..random.below(4) {
            let at = random.below(text.len());
            text[at] = random.next() as u8 % 128;
        }
        socket.say(&String::from_utf8(text).expect("ASCII"));
    }
    socket.say(r#"{"id":"the last","depth":1}"#);
    while id(&socket.hear()) != "the last" {}
}
