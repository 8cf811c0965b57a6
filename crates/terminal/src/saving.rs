//! Where the record of a match is kept.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use bobbin_catalog::AnyMatch;

/// Where this program keeps what is a person's own: `bobbin` in `$XDG_DATA_HOME`, or in `~/.local/share` where that is
/// not set or, as the XDG rules want it, not absolute. None for someone without a home.
pub fn data_folder() -> Option<PathBuf> {
    folder(env::var_os("XDG_DATA_HOME"), env::home_dir())
}

fn folder(data: Option<OsString>, home: Option<PathBuf>) -> Option<PathBuf> {
    let data = data.map(PathBuf::from).filter(|data| data.is_absolute());
    let home = home.filter(|home| home.is_absolute());
    data.or_else(|| Some(home?.join(".local/share")))
        .map(|data| data.join("bobbin"))
}

/// A file of its own for this match, in that folder.
pub fn usual_file(playing: &dyn AnyMatch) -> PathBuf {
    let folder = data_folder().map_or_else(PathBuf::new, |data| data.join("records"));
    let number = playing.commitment().to_string();
    folder.join(format!("{}-{}.record", playing.game().id(), &number[..8]))
}

/// Writes the record. The seed is in it even before the end: this is the player's own match, to go on with later.
pub fn save(playing: &dyn AnyMatch, file: &Path) -> anyhow::Result<()> {
    let mut record = playing.record();
    record.seed = Some(playing.seed());
    let folder = file.parent().unwrap_or(Path::new(""));
    // First beside it, so that a crash leaves the old record or the new one.
    let beside = file.with_extension("record.new");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&beside, record.to_string()))
        .and_then(|()| fs::rename(&beside, file))
        .with_context(|| format!("cannot keep the record in {}", file.display()))
}

/// A file as it is typed at a shell.
pub(crate) fn for_shell(file: &Path) -> String {
    let file = file.display().to_string();
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-".contains(letter);
    if file.chars().all(is_plain) {
        file
    } else {
        format!("'{}'", file.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_can_be_typed_as_it_is_told() {
        assert_eq!(for_shell(Path::new("/a/hearts-1.record")), "/a/hearts-1.record");
        assert_eq!(for_shell(Path::new("/a b/it's")), r"'/a b/it'\''s'");
    }

    #[test]
    fn data_is_where_the_xdg_rules_say() {
        let is_in =
            |data: Option<&str>, home: Option<&str>| folder(data.map(Into::into), home.map(Into::into));
        assert_eq!(
            is_in(Some("/data"), Some("/home/ann")),
            Some("/data/bobbin".into())
        );
        let at_home = Some("/home/ann/.local/share/bobbin".into());
        assert_eq!(is_in(None, Some("/home/ann")), at_home);
        assert_eq!(is_in(Some(""), Some("/home/ann")), at_home);
        assert_eq!(is_in(Some("data"), Some("/home/ann")), at_home);
        assert_eq!(is_in(None, None), None);
    }
}
