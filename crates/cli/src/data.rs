//! The database that is a person's own on this machine.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// The database where none is named: a file in the person's data folder, or in this folder for someone without one.
pub(crate) fn database() -> String {
    let folder = bobbin_terminal::data_folder().unwrap_or_default();
    sqlite(&folder.join("bobbin.db"))
}

/// The folder of a SQLite database, if it is a file in one.
fn folder_of(database: &str) -> Option<PathBuf> {
    let file = database
        .strip_prefix("sqlite:")
        .map(|file| file.strip_prefix("//").unwrap_or(file))
        .filter(|file| !file.starts_with(":memory:"))?;
    let folder = Path::new(&decoded(file)).parent()?.to_owned();
    (!folder.as_os_str().is_empty()).then_some(folder)
}

/// Makes the folder of a SQLite database where it is missing, for its owner only.
pub(crate) fn make_folder(database: &str) -> anyhow::Result<PathBuf> {
    // Where there is none to make, this folder does, though it may be one that its user cannot look at.
    let Some(folder) = folder_of(database) else {
        return Ok(PathBuf::from("."));
    };
    if !folder.is_dir() {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder)
            .with_context(|| {
                format!(
                    "{} cannot be made: name a database with --database",
                    folder.display()
                )
            })?;
    }
    Ok(folder)
}

/// The address of a SQLite file: what has a meaning in addresses is escaped.
fn sqlite(file: &Path) -> String {
    let file = file.to_string_lossy();
    format!(
        "sqlite:{}",
        file.replace('%', "%25")
            .replace('?', "%3F")
            .replace('#', "%23")
            // Several databases are separated by it.
            .replace(',', "%2C")
    )
}

fn decoded(file: &str) -> String {
    let file = file.split('?').next().unwrap_or_default();
    file.replace("%2C", ",")
        .replace("%23", "#")
        .replace("%3F", "?")
        .replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strange_folder_is_still_that_folder() {
        for folder in ["/a b", "/100%", "/why?", "/#1", "/a%3Fb", "/a,b"] {
            let database = sqlite(&Path::new(folder).join("bobbin.db"));
            assert_eq!(folder_of(&database), Some(folder.into()), "{database}");
        }
        assert_eq!(folder_of("sqlite::memory:"), None);
        assert_eq!(folder_of("sqlite:bobbin.db"), None);
        assert_eq!(folder_of("sqlite://data/bobbin.db"), Some("data".into()));
        assert_eq!(folder_of("sqlite:///data/bobbin.db"), Some("/data".into()));
        assert_eq!(folder_of("postgres://localhost/bobbin"), None);
    }
}
