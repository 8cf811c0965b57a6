//! What was played, kept in a file as it happens: a header, then one line a game.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use bobbin_catalog::Played;
use serde::{Deserialize, Serialize};

use crate::plan::{Header, Plan};

/// A file that a run can be taken up from.
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// What is wrong with a journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file.
    #[error("cannot keep the games in {path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// What happened.
        error: std::io::Error,
    },
    /// It belongs to another run.
    #[error("{path} holds another run: give another file, or play what it says: {found}")]
    OtherRun {
        /// Which file.
        path: PathBuf,
        /// Its first line.
        found: String,
    },
    /// A line that is none.
    #[error("{path}, line {line}: {error}")]
    Line {
        /// Which file.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
}

#[derive(Serialize, Deserialize)]
struct Line {
    game: u64,
    played: Played,
}

impl Journal {
    /// Opens the journal of a run, or begins one. Gives what has been played already, by number.
    pub fn open(path: &Path, plan: &Plan) -> Result<(Journal, BTreeMap<u64, Played>), JournalError> {
        let file_error = |error| JournalError::File {
            path: path.to_owned(),
            error,
        };
        let mut known = BTreeMap::new();
        let header = plan.header();
        let is_new = !path.exists();
        if !is_new {
            let lines = BufReader::new(File::open(path).map_err(file_error)?).lines();
            let lines: Vec<String> = lines.collect::<Result<_, _>>().map_err(file_error)?;
            let found = lines.first().cloned().unwrap_or_default();
            if serde_json::from_str::<Header>(&found).ok() != Some(header.clone()) {
                return Err(JournalError::OtherRun {
                    path: path.to_owned(),
                    found,
                });
            }
            for (place, line) in lines.iter().enumerate().skip(1) {
                match serde_json::from_str::<Line>(line) {
                    Ok(line) => drop(known.insert(line.game, line.played)),
                    // Whatever was being written when the power failed is played again.
                    Err(_) if place + 1 == lines.len() => {}
                    Err(error) => {
                        return Err(JournalError::Line {
                            path: path.to_owned(),
                            line: place + 1,
                            error,
                        });
                    }
                }
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path);
        let mut journal = Journal {
            file: file.map_err(file_error)?,
            path: path.to_owned(),
        };
        if is_new {
            journal.write(&header)?;
        }
        Ok((journal, known))
    }

    /// Keeps a game.
    pub(crate) fn keep(&mut self, game: u64, played: &Played) -> Result<(), JournalError> {
        self.write(&Line {
            game,
            played: played.clone(),
        })
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let mut line = serde_json::to_string(value).expect("it is plain data");
        line.push('\n');
        self.file
            .write_all(line.as_bytes())
            .map_err(|error| JournalError::File {
                path: self.path.clone(),
                error,
            })
    }
}
