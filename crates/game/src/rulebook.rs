//! The rules in our own words, as numbered clauses.
//!
//! The form of a `RULES.md`: sections are headings `## 5 Crafting`; a clause is a paragraph that begins with its
//! number in bold, `**5.3** A tile goes only onto a space of its own side.`; one that settles what the rulebook
//! leaves open says so right behind the number: `**5.4** (ruling) …`.

use serde::Serialize;

/// A game's rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rulebook {
    /// All clauses, in the order of the text.
    pub clauses: Vec<Clause>,
}

/// One numbered rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Clause {
    /// Its number: `5.3`.
    pub number: String,
    /// The heading it stands under: `5 Crafting`.
    pub section: String,
    /// Its text, as Markdown on one line.
    pub text: String,
    /// Does it settle what the rulebook leaves open?
    pub is_ruling: bool,
}

/// What is wrong with a rules text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("rules, line {line}: {message}")]
pub struct RulebookError {
    /// Counted from 1.
    pub line: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl Rulebook {
    /// Reads a rules text.
    pub fn parse(markdown: &str) -> Result<Rulebook, RulebookError> {
        let mut clauses: Vec<Clause> = Vec::new();
        let mut section = String::new();
        let mut in_clause = false;
        for (index, line) in markdown.lines().enumerate() {
            let error = |message: String| RulebookError {
                line: index + 1,
                message,
            };
            if let Some(heading) = line.strip_prefix("## ") {
                heading.trim().clone_into(&mut section);
                in_clause = false;
            } else if let Some((number, text)) = clause_start(line) {
                if clauses.iter().any(|clause| clause.number == number) {
                    return Err(error(format!("clause {number} stands here a second time")));
                }
                if number.split('.').next() != section.split(' ').next() {
                    return Err(error(format!(
                        "clause {number} stands under the heading \"{section}\""
                    )));
                }
                let ruling = text.strip_prefix("(ruling)");
                clauses.push(Clause {
                    number: number.to_owned(),
                    section: section.clone(),
                    text: ruling.unwrap_or(text).trim().to_owned(),
                    is_ruling: ruling.is_some(),
                });
                in_clause = true;
            } else if line.trim().is_empty() || line.starts_with('#') {
                in_clause = false;
            } else if in_clause && let Some(clause) = clauses.last_mut() {
                clause.text.push(' ');
                clause.text.push_str(line.trim());
            }
        }
        Ok(Rulebook { clauses })
    }

    /// The clause with this number.
    pub fn clause(&self, number: &str) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.number == number)
    }
}

/// `**5.3** text` as number and text.
fn clause_start(line: &str) -> Option<(&str, &str)> {
    let (number, text) = line.strip_prefix("**")?.split_once("**")?;
    is_clause_number(number).then(|| (number, text.trim()))
}

/// Is this the form of a clause number: two or more whole numbers joined by dots?
pub fn is_clause_number(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.contains('.') && text.split('.').all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_have_number_section_and_text() {
        let rules = Rulebook::parse(
            "# Rules\n\n## 1 Start\nProse.\n\n**1.1** One\ntwo.\n\n**1.2** (ruling) Three.\n## 2 End\n**2.1** Four.\n",
        )
        .unwrap();
        assert_eq!(rules.clauses.len(), 3);
        assert_eq!(rules.clause("1.1").unwrap().text, "One two.");
        assert!(rules.clause("1.2").unwrap().is_ruling);
        assert_eq!(rules.clause("2.1").unwrap().section, "2 End");
        assert_eq!(rules.clause("2.2"), None);
    }

    #[test]
    fn a_number_stands_once_and_in_its_section() {
        let twice = Rulebook::parse("## 1 A\n**1.1** x\n**1.1** y").unwrap_err();
        assert_eq!(
            twice.to_string(),
            "rules, line 3: clause 1.1 stands here a second time"
        );
        assert!(Rulebook::parse("## 1 A\n**2.1** x").is_err());
    }
}
