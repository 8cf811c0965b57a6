//! `make play` where something is missing: one sentence, with the command that gets it.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Command;

use crate::{Place, root};

/// What tools/play itself is written with.
const SHELL: [&str; 13] = [
    "bash", "cat", "cut", "dirname", "env", "head", "mktemp", "rm", "sed", "sleep", "sort", "tail", "tr",
];

/// A machine with a shell, and nothing else that was not put there.
struct Machine(Place);

impl Machine {
    fn new() -> Self {
        let machine = Machine(Place::new());
        std::fs::create_dir(machine.0.path("bin")).unwrap();
        for tool in SHELL {
            let paths = std::env::var_os("PATH").unwrap();
            let found = std::env::split_paths(&paths)
                .map(|path| path.join(tool))
                .find(|file| file.exists());
            symlink(found.unwrap(), machine.0.path("bin").join(tool)).unwrap();
        }
        machine.with("id", "echo 1000")
    }

    /// With a program that does this.
    fn with(self, name: &str, script: &str) -> Self {
        let file = self.0.path("bin").join(name);
        std::fs::write(&file, format!("#!/usr/bin/env bash\n{script}\n")).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    fn with_rust(self) -> Self {
        self.with("cargo", "exit 99").with("rustc", "echo rustc 1.999.0")
    }

    fn with_node(self) -> Self {
        self.with("node", "echo v99.0.0").with("npm", "exit 99")
    }

    fn with_compiler(self) -> Self {
        self.with("cc", "exit 99")
    }

    /// Debian's packages, which have this Node.
    fn with_apt(self, node: &str) -> Self {
        self.with("apt-get", "exit 1")
            .with("apt-cache", &format!("echo '  Candidate: {node}-1'"))
    }

    /// What is said instead of building.
    fn says(&self) -> String {
        let output = Command::new(self.0.path("bin/bash"))
            .arg(root().join("tools/play"))
            .env_clear()
            .env("PATH", self.0.path("bin"))
            .env("HOME", self.0.path("home"))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(told.lines().count(), 1, "one sentence: {told}");
        told
    }
}

/// The version that this file wants.
fn rust_wanted() -> String {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let version = manifest.split("rust-version = \"").nth(1).unwrap();
    version.split('"').next().unwrap().to_owned()
}

#[test]
fn without_rust_it_says_how_to_get_it() {
    let wanted = rust_wanted();
    assert_eq!(
        Machine::new().with_node().with_compiler().says(),
        format!(
            "Bobbin needs Rust {wanted} or newer. This gets it: curl --proto =https --tlsv1.2 -sSf https://sh.rustup.rs | sh\n"
        )
    );
}

#[test]
fn an_old_rust_is_brought_up_to_date_by_rustup_where_that_is_there() {
    let wanted = rust_wanted();
    let old = || {
        Machine::new()
            .with_rust()
            .with("rustc", "echo 'rustc 1.60.0-nightly (x)'")
            .with_node()
            .with_compiler()
    };
    let told = old().says();
    let sentence = format!("Bobbin needs Rust {wanted} or newer, and this is 1.60.0-nightly. This gets it: ");
    assert_eq!(
        told,
        format!("{sentence}curl --proto =https --tlsv1.2 -sSf https://sh.rustup.rs | sh\n")
    );
    assert_eq!(
        old().with("rustup", "exit 99").says(),
        format!("{sentence}rustup update stable\n")
    );
}

#[test]
fn without_a_compiler_it_says_how_to_get_one() {
    let machine = || Machine::new().with_rust().with_node();
    assert_eq!(
        machine().says(),
        "Bobbin needs a C compiler: install it with your system's packages, then call make play again.\n"
    );
    assert_eq!(
        machine().with_apt("18.0.0").says(),
        "Bobbin needs a C compiler. This gets it: sudo apt-get install gcc libc6-dev\n"
    );
    assert_eq!(
        machine().with_apt("18.0.0").with("id", "echo 0").says(),
        "Bobbin needs a C compiler, and Debian's packages could not be installed (apt-get install gcc libc6-dev).\n"
    );
}

#[test]
fn without_node_or_with_an_old_one_it_says_how_to_get_it() {
    let machine = || Machine::new().with_rust().with_compiler();
    let get =
        "This gets it: https://nodejs.org has it, or: sudo apt-get install nodejs npm (Debian 13 and newer)";
    assert_eq!(
        machine().says(),
        format!("Bobbin needs Node 20.19 or newer. {get}\n")
    );
    assert_eq!(
        machine().with_apt("18.19.0").says(),
        format!("Bobbin needs Node 20.19 or newer. {get}\n")
    );
    assert_eq!(
        machine().with("node", "echo v18.19.0").says(),
        format!("Bobbin needs Node 20.19 or newer, and this is 18.19.0. {get}\n")
    );
    assert_eq!(
        machine().with_apt("22.1.0").says(),
        "Bobbin needs Node 20.19. This gets it: sudo apt-get install nodejs npm\n"
    );
}

#[test]
fn without_npm_it_says_how_to_get_it() {
    let machine = Machine::new()
        .with_rust()
        .with_compiler()
        .with("node", "echo v99.0.0");
    assert_eq!(
        machine.with_apt("22.1.0").says(),
        "Bobbin needs npm. This gets it: sudo apt-get install npm\n"
    );
}

#[test]
fn where_it_may_it_fetches_what_is_missing() {
    let machine = Machine::new()
        .with_rust()
        .with_node()
        .with_apt("18.0.0")
        .with("id", "echo 0");
    let bin = machine.0.path("bin");
    let compiler = bin.join("cc").display().to_string();
    // Debian's packages bring the compiler; then the build begins, which nothing here can do.
    let machine = machine
        .with(
            "apt-get",
            &format!(
                "printf '#!/usr/bin/env bash\\n' > {compiler}; {} {compiler}",
                "/bin/chmod +x"
            ),
        )
        .with("make", "exit 99");
    let output = Command::new(bin.join("bash"))
        .arg(root().join("tools/play"))
        .env_clear()
        .env("PATH", &bin)
        .env("HOME", machine.0.path("home"))
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.starts_with("Fetching a C compiler (apt-get install gcc libc6-dev)\n"),
        "{told}"
    );
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("The page could not be built:\n"), "{error}");
}
