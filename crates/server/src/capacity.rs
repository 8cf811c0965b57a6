//! How many connections there is room for: by memory, and by the files that a process may have open.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// What a connection with a stream holds, its share of a table included, with some to spare. Measured: a table of four
/// seats with four streams holds a hundred kilobytes (docs/performance.md).
const BYTES: u64 = 48 * 1024;

/// Files that are open for something else: the databases, listeners, threads.
const OTHER_FILES: u64 = 128;

/// Where the system says nothing.
const UNKNOWN: u64 = 15_000;

/// The most connections at a time that this machine has room for: they may take half of the memory, and each is an open
/// file. The process is allowed as many files as it can be given.
pub(crate) fn most_connections() -> usize {
    let by_memory = memory().map_or(UNKNOWN, |bytes| bytes / 2 / BYTES);
    let by_files = most_files().map_or(u64::MAX, |files| files.saturating_sub(OTHER_FILES).max(files / 2));
    by_memory.min(by_files) as usize
}

/// How many files this process may have open, after it was given as many as it can be.
fn most_files() -> Option<u64> {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    let files = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    files.filter(|files| *files < u64::from(u32::MAX))
}

/// The memory of this machine, or of the container or service that this process is in, if that is less.
fn memory() -> Option<u64> {
    let machine = total_of(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let group = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let bounds = folders_of(&group).into_iter().filter_map(|folder| {
        let bound = fs::read_to_string(folder.join("memory.max")).ok()?;
        bound.trim().parse().ok()
    });
    Some(bounds.fold(machine, u64::min))
}

/// `MemTotal` of `/proc/meminfo`.
fn total_of(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The folders in which bounds of a process's control group are, its own and those around it.
fn folders_of(cgroup: &str) -> Vec<PathBuf> {
    let own = cgroup.lines().find_map(|line| line.strip_prefix("0::/"));
    let own = Path::new("/sys/fs/cgroup").join(own.unwrap_or_default());
    let around = own
        .ancestors()
        .take_while(|folder| folder.starts_with("/sys/fs/cgroup"));
    around.map(Path::to_path_buf).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_what_the_machine_has() {
        assert_eq!(
            total_of("MemTotal:       24576000 kB\nMemFree: 1 kB\n"),
            Some(24_576_000 * 1024)
        );
        assert_eq!(total_of("MemFree: 1 kB\n"), None);
    }

    #[test]
    fn a_bound_of_every_group_around_counts() {
        let folders = folders_of("1:name=systemd:/x\n0::/system.slice/bobbin.service\n");
        let names = [
            "/sys/fs/cgroup/system.slice/bobbin.service",
            "/sys/fs/cgroup/system.slice",
            "/sys/fs/cgroup",
        ];
        assert_eq!(folders, names.map(PathBuf::from));
        assert_eq!(folders_of(""), [PathBuf::from("/sys/fs/cgroup/")]);
    }

    #[test]
    fn this_machine_has_room() {
        assert!(most_connections() >= 100);
    }
}
