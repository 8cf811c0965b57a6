//! `bobbin play` on the whole screen of a real terminal.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::Place;

/// A terminal and the program that runs in it.
struct AtTerminal {
    keyboard: File,
    /// The program's side of the terminal.
    tty: OwnedFd,
    shown: Receiver<Vec<u8>>,
    text: String,
    program: Child,
}

/// A busy machine takes its time.
const PATIENCE: Duration = Duration::from_mins(1);

impl AtTerminal {
    fn run(place: &Place, arguments: &str) -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let tty = rustix::fs::open(&*name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&tty, size).unwrap();
        let end = || tty.try_clone().unwrap();
        let program = Command::new(env!("CARGO_BIN_EXE_bobbin"))
            .args(arguments.split_whitespace())
            .current_dir(&place.folder)
            .env("TERM", "xterm-256color")
            .env("XDG_DATA_HOME", place.path("data"))
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        let keyboard = File::from(terminal);
        let mut screen = keyboard.try_clone().unwrap();
        let (send, shown) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if send.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        AtTerminal {
            keyboard,
            tty,
            shown,
            text: String::new(),
            program,
        }
    }

    /// Reads what is shown until nothing comes for a moment.
    fn look(&mut self) {
        while let Ok(bytes) = self.shown.recv_timeout(Duration::from_millis(30)) {
            self.text += &String::from_utf8_lossy(&bytes);
        }
    }

    fn type_keys(&mut self, keys: &[u8]) {
        self.keyboard.write_all(keys).unwrap();
        self.look();
    }

    /// Types keys again and again until this is shown.
    fn type_until(&mut self, keys: &[u8], wanted: &str) {
        let begin = Instant::now();
        self.look();
        while !self.text.contains(wanted) {
            assert!(
                begin.elapsed() < PATIENCE,
                "{wanted} is not shown:\n{}",
                self.text
            );
            self.type_keys(keys);
        }
    }

    /// The program has ended well and left the terminal as it was.
    fn check_end(mut self) -> String {
        let begin = Instant::now();
        let ended = loop {
            self.look();
            match self.program.try_wait().unwrap() {
                Some(ended) => break ended,
                None => assert!(begin.elapsed() < PATIENCE, "it does not end:\n{}", self.text),
            }
        };
        self.look();
        assert!(ended.success(), "{}", self.text);
        let modes = tcgetattr(&self.tty).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG));
        assert!(self.text.contains("\u{1b}[?1049l"), "the other screen is left");
        assert!(self.text.contains("\u{1b}[?1000l"), "the mouse is let go");
        self.text
    }
}

#[test]
fn whole_games_are_played_by_keys_and_the_terminal_is_as_it_was() {
    let place = Place::new();
    for game in ["hearts", "circuitous"] {
        let arguments = format!("play {game} --bots greedy --seed a --record {game}.record");
        let mut terminal = AtTerminal::run(&place, &arguments);
        terminal.type_until(b"", "Your choices");
        terminal.type_until(b"\r", "Score sheet");
        terminal.type_keys(b"\x1b");
        terminal.type_keys(b"q");
        let text = terminal.check_end();
        assert!(
            text.contains(&format!("The record is in {game}.record")),
            "{text}"
        );
        place.run(&format!("replay {game}.record --verify")).good();
    }
}

#[test]
fn control_c_leaves_and_the_match_can_be_gone_on_with() {
    let place = Place::new();
    let mut terminal = AtTerminal::run(&place, "play hearts --bots random --seed a --record a.record");
    terminal.type_until(b"", "Your choices");
    terminal.type_keys(b"\r");
    terminal.type_keys(b"\x03");
    let text = terminal.check_end();
    assert!(
        text.contains("Go on with: bobbin play --resume a.record"),
        "{text}"
    );
}
