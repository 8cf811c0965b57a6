//! A PostgreSQL of the test's own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// A PostgreSQL server in a folder of its own, reached by a socket in that folder and stopped when dropped.
pub struct Postgres {
    folder: TempDir,
    binaries: PathBuf,
}

impl Postgres {
    /// Starts one, from Debian's packages or wherever `pg_config` says.
    pub fn start() -> Self {
        let folder = TempDir::new().expect("a temporary folder can be made");
        let postgres = Postgres {
            binaries: binaries(),
            folder,
        };
        if is_root() {
            // PostgreSQL refuses to run as root.
            let owned = Command::new("chown")
                .arg("nobody")
                .arg(postgres.folder.path())
                .status();
            assert!(
                owned.is_ok_and(|status| status.success()),
                "the folder could not be given away"
            );
        }
        let data = postgres.data();
        let data = data.to_str().expect("a temporary folder has a plain name");
        postgres.run(
            "initdb",
            &[
                "-D",
                data,
                "-U",
                "bobbin",
                "-A",
                "trust",
                "--no-sync",
                "-E",
                "UTF8",
            ],
        );
        postgres.start_again();
        postgres
    }

    /// Stops the server in the middle of everything.
    pub fn stop(&self) {
        let data = self.data().display().to_string();
        self.run("pg_ctl", &["-D", &data, "-m", "immediate", "-w", "stop"]);
    }

    /// Starts the server after it was stopped.
    pub fn start_again(&self) {
        let data = self.data().display().to_string();
        let options = format!("-k {} -c listen_addresses=", self.folder.path().display());
        let log = format!("{data}.log");
        self.run(
            "pg_ctl",
            &["-D", &data, "-o", &options, "-l", &log, "-w", "start"],
        );
    }

    /// The address of a new, empty database.
    pub fn database(&self, name: &str) -> String {
        let socket = self.folder.path().display().to_string();
        self.run("createdb", &["-h", &socket, "-U", "bobbin", name]);
        self.address(name)
    }

    /// The address of a database that is there.
    pub fn address(&self, name: &str) -> String {
        let socket = self.folder.path().display();
        format!("postgres://bobbin@localhost/{name}?host={socket}")
    }

    /// The processor time of the server and all that it has started, in hundredths of a second.
    pub fn processor_time(&self) -> Duration {
        let process = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let process = process.lines().next().and_then(|line| line.parse().ok());
        process.map_or(Duration::ZERO, processor_time)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let status = self.command(program).args(arguments).status();
        let status = status.unwrap_or_else(|error| panic!("{program} cannot be started: {error}"));
        assert!(status.success(), "{program} failed: {status}");
    }

    fn command(&self, program: &str) -> Command {
        let path = self.binaries.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command
                .args(["--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"])
                .arg(path);
            command
        } else {
            Command::new(path)
        };
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .current_dir("/");
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let stopped = self
            .command("pg_ctl")
            .arg("-D")
            .arg(self.data())
            .args(["-m", "immediate", "stop"])
            .status();
        if let Err(error) = stopped {
            eprintln!("PostgreSQL could not be stopped: {error}");
        }
    }
}

/// The processor time of a process and its children, those that are gone included, in hundredths of a second.
pub fn processor_time(process: u32) -> Duration {
    let others = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let others = others.filter_map(|file| file.file_name().to_str()?.parse().ok());
    let ticks: u64 = others
        .filter_map(|other: u32| {
            let stat = std::fs::read_to_string(format!("/proc/{other}/stat")).ok()?;
            // After the name, which may hold anything: the state, the parent, and, 10 further on, the times.
            let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
            let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
            let own = number(11)? + number(12)?;
            if other == process {
                Some(own + number(13)? + number(14)?)
            } else {
                (number(1)? == u64::from(process)).then_some(own)
            }
        })
        .sum();
    Duration::from_millis(10 * ticks)
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|id| id.stdout == b"0\n")
}

fn binaries() -> PathBuf {
    let debian = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let mut found: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    found.retain(|folder| folder.join("initdb").exists());
    found.sort();
    found.pop().unwrap_or_else(|| {
        let said = Command::new("pg_config").arg("--bindir").output();
        let said = said.expect("PostgreSQL is installed: see tools/install-test-tools");
        Path::new(String::from_utf8_lossy(&said.stdout).trim()).to_owned()
    })
}
