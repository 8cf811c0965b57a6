//! Where a person's games are kept on this machine.

use std::ffi::OsString;
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// The database where none is named: a file in the person's data folder, or in this folder for someone without one.
pub(crate) fn database() -> String {
    let folder = folder(std::env::var_os("XDG_DATA_HOME"), std::env::var_os("HOME"));
    sqlite(&folder.unwrap_or_default().join("bobbin.db"))
}

/// The folder of a SQLite database, if it is a file in one.
fn folder_of(database: &str) -> Option<PathBuf> {
    let file = database
        .strip_prefix("sqlite:")
        .filter(|file| !file.starts_with(":memory:"))?;
    let folder = Path::new(&decoded(file)).parent()?.to_owned();
    (!folder.as_os_str().is_empty()).then_some(folder)
}

/// Makes the folder of a SQLite database where it is missing, for its owner only.
pub(crate) fn make_folder(database: &str) -> anyhow::Result<PathBuf> {
    let folder = folder_of(database).unwrap_or_else(|| PathBuf::from("."));
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

/// `bobbin` in `$XDG_DATA_HOME`, or in `~/.local/share` where that is not set or not absolute, as the XDG rules want
/// it.
fn folder(data: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    let data = data.map(PathBuf::from).filter(|data| data.is_absolute());
    let home = home.map(PathBuf::from).filter(|home| home.is_absolute());
    data.or_else(|| Some(home?.join(".local/share")))
        .map(|data| data.join("bobbin"))
}

/// The address of a SQLite file: what has a meaning in addresses is escaped.
fn sqlite(file: &Path) -> String {
    let file = file.to_string_lossy();
    format!(
        "sqlite:{}",
        file.replace('%', "%25").replace('?', "%3F").replace('#', "%23")
    )
}

fn decoded(file: &str) -> String {
    let file = file.split('?').next().unwrap_or_default();
    file.replace("%23", "#").replace("%3F", "?").replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_folder(data: Option<&str>, home: Option<&str>) -> Option<PathBuf> {
        folder(data.map(Into::into), home.map(Into::into))
    }

    #[test]
    fn data_is_where_the_xdg_rules_say() {
        assert_eq!(
            in_folder(Some("/data"), Some("/home/ann")),
            Some("/data/bobbin".into())
        );
        let at_home = Some("/home/ann/.local/share/bobbin".into());
        assert_eq!(in_folder(None, Some("/home/ann")), at_home);
        assert_eq!(in_folder(Some(""), Some("/home/ann")), at_home);
        assert_eq!(in_folder(Some("data"), Some("/home/ann")), at_home);
        assert_eq!(in_folder(None, None), None);
    }

    #[test]
    fn a_strange_folder_is_still_that_folder() {
        for folder in ["/a b", "/100%", "/why?", "/#1", "/a%3Fb"] {
            let database = sqlite(&Path::new(folder).join("bobbin.db"));
            assert_eq!(folder_of(&database), Some(folder.into()), "{database}");
        }
        assert_eq!(folder_of("sqlite::memory:"), None);
        assert_eq!(folder_of("sqlite:bobbin.db"), None);
        assert_eq!(folder_of("postgres://localhost/bobbin"), None);
    }
}
