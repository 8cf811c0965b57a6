//! How someone who started the server gets to its page: a browser that opens, an address, a code to scan.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// How many ports are tried where nobody has asked for one.
const PORTS: u16 = 20;

/// This address, or the next port that nobody uses.
pub(super) fn free(wanted: SocketAddr) -> SocketAddr {
    let ports = wanted.port()..wanted.port().saturating_add(PORTS);
    let mut addresses = ports.map(|port| SocketAddr::new(wanted.ip(), port));
    addresses
        .find(|address| TcpListener::bind(address).is_ok())
        .unwrap_or(wanted)
}

/// Where others reach a server that listens here. Where it listens on every network, that is this machine's address in
/// the one it is in.
pub(super) fn reached_at(listening: SocketAddr) -> SocketAddr {
    if !listening.ip().is_unspecified() {
        return listening;
    }
    SocketAddr::new(
        own_address().unwrap_or(Ipv4Addr::LOCALHOST.into()),
        listening.port(),
    )
}

/// The address by which this machine would speak to another. Nothing is sent: the system is only asked for the way.
fn own_address() -> Option<IpAddr> {
    const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Opens the page of a server that listens here in a browser of this machine, or tells how else to get there. The
/// browser's address is the same whoever else may join, so that it knows its person again.
pub(super) fn show(listening: SocketAddr, out: &mut impl Write) -> std::io::Result<()> {
    let here = if listening.ip().is_unspecified() {
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), listening.port())
    } else {
        listening
    };
    if opens(&format!("http://{here}")) {
        writeln!(out, "It opens in your browser.")
    } else if listening.ip().is_loopback() {
        writeln!(
            out,
            "Open this address in a browser on this machine. With --lan (make play LAN=1) phones and others at home can \
             join, and there is a code to scan."
        )
    } else {
        Ok(())
    }
}

/// A code that a phone can scan.
pub(super) fn write_code(url: &str, out: &mut impl Write) -> std::io::Result<()> {
    let code = QrCode::new(url).map_err(std::io::Error::other)?;
    // Light letters on a dark screen are what most terminals have; scanners read both.
    let mut code = code.render::<Dense1x2>();
    writeln!(
        out,
        "{}",
        code.dark_color(Dense1x2::Light)
            .light_color(Dense1x2::Dark)
            .build()
    )
}

/// Opens an address in a browser, if there is one.
fn opens(url: &str) -> bool {
    let Some(program) = browser() else {
        return false;
    };
    let opened = Command::new(program)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    opened.is_ok()
}

/// What opens a page on this machine: what the person named, or what the desktop has.
fn browser() -> Option<PathBuf> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    // It may be a list of programs, each with arguments.
    let named = std::env::var("BROWSER").unwrap_or_default();
    let named = named
        .split(':')
        .filter_map(|browser| browser.split_whitespace().next());
    if let Some(browser) = named.map(Path::new).find_map(found) {
        return Some(browser);
    }
    if cfg!(target_os = "macos") {
        return found(Path::new("open"));
    }
    // In Windows' Linux there is no screen of its own, but a program that hands the address on.
    let desktop = is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    let programs: &[&str] = if desktop {
        &["xdg-open", "wslview"]
    } else {
        &["wslview"]
    };
    programs.iter().find_map(|program| found(Path::new(program)))
}

/// A program by its name, where the shell would find it.
fn found(program: &Path) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_passed_over() {
        let here = |port| SocketAddr::from(([127, 0, 0, 1], port));
        let taken = TcpListener::bind(here(0)).expect("there is a free port");
        let wanted = taken.local_addr().expect("it has an address");
        let instead = free(wanted);
        assert_ne!(instead, wanted);
        assert!((wanted.port()..wanted.port().saturating_add(PORTS)).contains(&instead.port()));
        drop(taken);
        assert_eq!(free(wanted), wanted);
    }

    #[test]
    fn who_listens_everywhere_is_reached_at_an_address_that_is_somewhere() {
        let everywhere = SocketAddr::from(([0, 0, 0, 0], 7100));
        let reached = reached_at(everywhere);
        assert!(!reached.ip().is_unspecified());
        assert_eq!(reached.port(), 7100);
        let here = SocketAddr::from(([127, 0, 0, 1], 7100));
        assert_eq!(reached_at(here), here);
    }

    #[test]
    fn an_address_becomes_a_code() {
        let mut out = Vec::new();
        write_code("http://192.0.2.7:7100", &mut out).expect("it is short enough");
        let code = String::from_utf8(out).expect("it is text");
        let lines: Vec<_> = code.trim_end().lines().collect();
        assert!(lines.len() > 10);
        let width = lines[0].chars().count();
        assert!(width > 20 && lines.iter().all(|line| line.chars().count() == width));
    }
}
