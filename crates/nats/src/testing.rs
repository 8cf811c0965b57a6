//! A `nats-server` of one's own, for tests.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::Address;

/// A `nats-server` at a port of its own on this machine. It ends with the value.
pub struct NatsServer {
    port: u16,
    flags: Vec<String>,
    process: Option<Child>,
    _folder: TempDir,
}

impl NatsServer {
    /// Starts one.
    ///
    /// # Panics
    /// If there is no `nats-server`, or it does not start.
    pub fn start() -> NatsServer {
        NatsServer::start_with(&[])
    }

    /// Starts one with more flags.
    ///
    /// # Panics
    /// If there is no `nats-server`, or it does not start.
    pub fn start_with(flags: &[&str]) -> NatsServer {
        for port in ports() {
            let mut server = NatsServer {
                port,
                flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
                process: None,
                _folder: tempfile::tempdir().expect("a folder can be made"),
            };
            if server.try_start() {
                return server;
            }
        }
        panic!("nats-server does not start at any port");
    }

    /// Starts it again at the same port.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start_again(&mut self) {
        assert!(self.try_start(), "nats-server does not start at its port again");
    }

    /// False if somebody else has the port.
    fn try_start(&mut self) -> bool {
        self.kill();
        if TcpListener::bind(("127.0.0.1", self.port)).is_err() {
            return false;
        }
        let process = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", &self.port.to_string()])
            .args(&self.flags)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let process =
            process.expect("nats-server can be started: it is in Debian's package of the same name");
        let process = self.process.insert(process);
        let address = SocketAddr::from(([127, 0, 0, 1], self.port));
        let began = Instant::now();
        loop {
            let answers = TcpStream::connect_timeout(&address, Duration::from_millis(100)).is_ok();
            if process.try_wait().is_ok_and(|ended| ended.is_some()) {
                return false;
            }
            if answers {
                return true;
            }
            assert!(
                began.elapsed() < Duration::from_secs(20),
                "nats-server does not answer"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The number of its process, for who wants to know what it spends.
    ///
    /// # Panics
    /// If it was killed.
    pub fn process(&self) -> u32 {
        self.process.as_ref().expect("it runs").id()
    }

    /// As if the power went out for it.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Where it is, as text.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Where it is.
    ///
    /// # Panics
    /// Never: it is an address.
    pub fn address(&self) -> Address {
        self.url().parse().expect("it is an address")
    }
}

/// Ports to try, below those that a system gives to connections: one of these would be gone when the server is started
/// again. Tests that run at the same time begin with others.
fn ports() -> impl Iterator<Item = u16> {
    static STARTED: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(37);
    (0..100).map(move |_| {
        let number = first.wrapping_add(STARTED.fetch_add(1, Relaxed));
        12_000 + (number % 18_000) as u16
    })
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}
