//! A game line by line, for pipes, screen readers and whoever likes it short. What changed is told; the table is shown
//! when it is asked for.

use std::io::{self, Write};

use bobbin_catalog::PlayError;
use bobbin_game::UndoRefusal;

use crate::menu::Menu;
use crate::sheet;
use crate::table::{LocalTable, Step};
use crate::titles::{Title, title_of};
use crate::words::{Length, counted};

/// Of more choices than this only the first are told.
const MANY: usize = 24;

const HELP: &str = "  a number       choose what has this number
  back           one step back
  list           all your actions, each with how it can be typed
  an action      typed as list shows it
  undo           take your latest action back, where that is possible
  hint           what a search would do in your place
  table          the whole table
  score          the score sheet, as things stand
  log            what has happened so far
  rules 5.3      a clause of the rules;  rules 5  a section;  rules  the sections
  quit           leave; the match is kept and can be gone on with
";

/// What the person types, or a program in their place.
pub struct Keyboard<I> {
    lines: I,
    /// Without a terminal nobody else shows what was typed.
    echo: bool,
}

impl<I: Iterator<Item = io::Result<String>>> Keyboard<I> {
    /// Reads these lines, and writes what was typed if nobody else does.
    pub fn new(lines: I, echo: bool) -> Self {
        Keyboard { lines, echo }
    }

    /// The next line, or none if there will be no more.
    pub fn ask(&mut self, out: &mut impl Write) -> io::Result<Option<String>> {
        write!(out, "> ")?;
        out.flush()?;
        let line = self.lines.next().transpose()?.map(|line| line.trim().to_owned());
        match &line {
            Some(line) if self.echo => writeln!(out, "{line}")?,
            Some(_) => {}
            None => writeln!(out)?,
        }
        Ok(line)
    }
}

/// A game that is told in lines.
struct Telling<'a> {
    table: &'a mut LocalTable,
    shown: Box<dyn Title>,
    menu: Menu,
    /// How many actions of the log have been told.
    told: usize,
    /// The person has not been asked yet since something changed.
    is_stale: bool,
    has_quit: bool,
}

/// Plays a game line by line until it is over, left, or there are no more lines.
pub fn play<I: Iterator<Item = io::Result<String>>>(
    table: &mut LocalTable,
    keyboard: &mut Keyboard<I>,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let shown = title_of(table.playing(), table.viewer(), table.company())?;
    let mut telling = Telling {
        told: table.playing().standing(),
        table,
        shown,
        menu: Menu::default(),
        is_stale: true,
        has_quit: false,
    };
    telling.welcome(out)?;
    while !telling.has_quit && telling.advance(out)? {
        match keyboard.ask(out)? {
            Some(line) => telling.obey(&line, out)?,
            None => break,
        }
    }
    Ok(())
}

/// How it ended, and where the record is.
pub fn farewell(table: &LocalTable, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(outcome) = table.playing().outcome() {
        writeln!(out)?;
        for line in sheet::lines(&outcome, &table.company().labels()) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "\n{}", sheet::verdict(&outcome, &table.company().spoken()))?;
    }
    table.close()?;
    if table.playing().version() > 0 {
        writeln!(out, "\nThe record is in {}", table.record().display())?;
    }
    if let Some(way_back) = table.way_back() {
        writeln!(out, "Go on with: {way_back}")?;
    }
    Ok(())
}

impl Telling<'_> {
    fn welcome(&self, out: &mut impl Write) -> io::Result<()> {
        let playing = self.table.playing();
        writeln!(out, "{}  {}", playing.game().name(), playing.options())?;
        let others = match &self.table.company().others()[..] {
            [] => "You play alone.".to_owned(),
            [only] => format!("You play against {only}."),
            [first @ .., last] => format!("You play against {} and {last}.", first.join(", ")),
        };
        writeln!(
            out,
            "{others} Type help for what you can say, table for the table."
        )?;
        writeln!(out, "The luck is sealed: {}", playing.commitment())
    }

    /// Lets the bots act and tells it. Is there something to ask the person?
    fn advance(&mut self, out: &mut impl Write) -> anyhow::Result<bool> {
        let step = self.table.advance(true)?;
        if let Some(trouble) = self.table.trouble() {
            writeln!(out, "Careful: {trouble}")?;
        }
        if self.is_stale {
            self.is_stale = false;
            let (words, told) = self.table.told_since(self.told)?;
            self.told = told;
            for line in words {
                writeln!(out, "{}", spoken(&line))?;
            }
            let table = &*self.table;
            self.shown = title_of(table.playing(), table.viewer(), table.company())?;
            self.menu = Menu::new(table.playing().legal(table.me())?, &*self.shown, table.company());
            if step == Step::Yours {
                self.ask(out)?;
            }
        }
        Ok(step == Step::Yours)
    }

    /// What is to be done, and the choices.
    fn ask(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let prompt = self.table.playing().prompt(self.table.viewer())?;
        let words = self.table.company().say(&prompt.text, Length::Full);
        writeln!(out, "{words} (rule {})", prompt.clause)?;
        Ok(self.write_choices(out, MANY)?)
    }

    fn write_choices(&self, out: &mut impl Write, most: usize) -> io::Result<()> {
        if self.menu.is_inside() {
            writeln!(out, "{}:", self.menu.so_far(&*self.shown))?;
        }
        let choices = &self.menu.choices;
        for (number, choice) in (1..).zip(choices.iter().take(most)) {
            writeln!(out, "{number:>4}  {}", spoken(&choice.full))?;
        }
        let left_out = choices.len().saturating_sub(most);
        if left_out > 0 {
            writeln!(out, "      and {left_out} more: list tells all")?;
        }
        Ok(())
    }

    /// Does what the person says.
    fn obey(&mut self, line: &str, out: &mut impl Write) -> anyhow::Result<()> {
        // A game's own word goes first, whatever it is.
        if self
            .menu
            .picking
            .legal()
            .iter()
            .any(|action| action.action == line)
        {
            return self.play(line, out);
        }
        if let Ok(number) = line.parse::<usize>() {
            return self.choose(number, out);
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => Ok(()),
            ("help" | "?", "") => Ok(write!(out, "{HELP}")?),
            ("undo", "") => self.undo(out),
            ("hint", "") => self.hint(out),
            ("table", "") => self.write_table(out),
            ("list", "") => self.list(out),
            ("score", "") => self.score(out),
            ("log", "") => self.log(out),
            ("rules", clause) => Ok(self.rules(clause, out)?),
            ("back", "") => {
                self.menu.back(&*self.shown, self.table.company());
                Ok(self.write_choices(out, MANY)?)
            }
            ("quit" | "exit", "") => {
                self.has_quit = true;
                Ok(())
            }
            _ => self.play(line, out),
        }
    }

    fn choose(&mut self, number: usize, out: &mut impl Write) -> anyhow::Result<()> {
        let count = self.menu.choices.len();
        if number == 0 || number > count {
            return Ok(writeln!(
                out,
                "There is no number {number}: they go from 1 to {count}."
            )?);
        }
        match self.menu.choose(number - 1, &*self.shown, self.table.company()) {
            Some(action) => self.play(&action.action, out),
            None => Ok(self.write_choices(out, MANY)?),
        }
    }

    fn play(&mut self, action: &str, out: &mut impl Write) -> anyhow::Result<()> {
        match self.table.play(action) {
            Ok(()) => {
                self.is_stale = true;
                Ok(())
            }
            Err(error @ PlayError::NoSuchSeat(_)) => Err(error.into()),
            Err(error) => {
                let refusal = LocalTable::explain(&error);
                match &refusal.clause {
                    Some(clause) => {
                        writeln!(out, "No. {}", refusal.words)?;
                        self.rules(clause, out)?;
                    }
                    None => writeln!(out, "{} Type help for what you can say.", refusal.words)?,
                }
                Ok(())
            }
        }
    }

    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        match self.table.undo() {
            Ok(_) => {
                writeln!(out, "Taken back.")?;
                // What was told of it no longer stands.
                self.told = self.table.playing().standing();
                self.is_stale = true;
            }
            Err(refusal) => {
                writeln!(out, "No. {refusal}")?;
                if let Some(clause) = UndoRefusal::clause(refusal) {
                    self.rules(clause, out)?;
                }
            }
        }
        Ok(())
    }

    fn hint(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let advice = self.table.ask_advice()?;
        let hints = advice.and_then(|advice| advice.recv().ok()).unwrap_or_default();
        if hints.is_empty() {
            return Ok(writeln!(out, "There is no hint now.")?);
        }
        writeln!(out, "A search would choose:")?;
        for hint in hints {
            let label = self.table.company().say(&hint.action.telling.label, Length::Full);
            let worth = match hint.worth.as_str() {
                "" => String::new(),
                worth => format!(" ({worth})"),
            };
            writeln!(out, "  {}{worth}: {}", spoken(&label), hint.action.action)?;
        }
        Ok(())
    }

    fn write_table(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let text = self.table.playing().view_text(self.table.viewer())?;
        writeln!(out, "{}", self.table.company().name_seats(text.trim_end()))?;
        Ok(())
    }

    /// Every action with how it is typed.
    fn list(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let legal = self.menu.picking.legal();
        writeln!(out, "{}:", counted(legal.len(), "action"))?;
        for action in legal {
            let label = self.table.company().say(&action.telling.label, Length::Full);
            writeln!(out, "  {}: {}", action.action, spoken(&label))?;
        }
        Ok(())
    }

    fn score(&self, out: &mut impl Write) -> anyhow::Result<()> {
        match self.shown.standing() {
            Some(rows) => {
                for line in sheet::columns(&self.table.company().labels(), &rows) {
                    writeln!(out, "{line}")?;
                }
            }
            None => writeln!(out, "The points are counted at the end.")?,
        }
        Ok(())
    }

    fn log(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for line in self.table.told_since(0)?.0 {
            writeln!(out, "{}", spoken(&line))?;
        }
        Ok(())
    }

    fn rules(&self, clause: &str, out: &mut impl Write) -> io::Result<()> {
        let rulebook = self.table.playing().game().rulebook();
        let mut sections: Vec<&str> = rulebook
            .clauses
            .iter()
            .map(|clause| clause.section.as_str())
            .collect();
        sections.dedup();
        if clause.is_empty() {
            return sections
                .iter()
                .try_for_each(|section| writeln!(out, "  {section}"));
        }
        let wanted = clause.trim_end_matches('.');
        let mut found = rulebook
            .clauses
            .iter()
            .filter(|known| known.number == wanted || known.section.split(' ').next() == Some(wanted))
            .peekable();
        if found.peek().is_none() {
            return writeln!(out, "There is no clause {clause}. rules lists the sections.");
        }
        found.try_for_each(|known| {
            let ruling = if known.is_ruling { " (ruling)" } else { "" };
            writeln!(out, "{}{ruling} {}", known.number, known.text)
        })
    }
}

/// What stands aside, after a comma: a dot between words is read aloud.
fn spoken(words: &str) -> String {
    words.replace(" · ", ", ")
}
