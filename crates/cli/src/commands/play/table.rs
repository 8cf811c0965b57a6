//! The table in the terminal: one person, the bots, and the match between them.

use std::io::Write;
use std::path::PathBuf;

use bobbin_bots::BotSpec;
use bobbin_catalog::{AnyBot, AnyMatch, Legal, PlayError, Refused, Stopwatch};
use bobbin_game::{Names, SearchChance, Seat, SeatSet, Seed, Viewer};

use super::saving::save;
use super::screen::{HELP, Menu, menu, write_menu, write_short_menu};
use crate::args::search_luck;
use crate::commands::rules;
use crate::outcome_table;
use crate::style::{ERROR, FAINT, STRONG};

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    YourTurn,
    Over,
}

pub(crate) struct LocalTable {
    playing: Box<dyn AnyMatch>,
    me: Seat,
    bots: Vec<(Seat, Box<dyn AnyBot>)>,
    adviser: BotSpec,
    random: SearchChance,
    record: PathBuf,
    /// How many actions of the log have been told.
    told: usize,
    /// Bots that are free to act beside the person wait until the person has acted.
    bots_wait: bool,
    /// The table has changed since it was shown.
    is_stale: bool,
    verb: Option<&'static str>,
    has_quit: bool,
    cannot_save: bool,
}

impl LocalTable {
    pub(crate) fn new(playing: Box<dyn AnyMatch>, me: Seat, bots: &[BotSpec], record: PathBuf) -> Self {
        let others = Seat::all(playing.players()).filter(|&seat| seat != me);
        let specs = others
            .enumerate()
            .map(|(place, seat)| (seat, bots[place.min(bots.len() - 1)]));
        let bots_at = specs
            .map(|(seat, spec)| (seat, playing.game().bot(spec)))
            .collect();
        // The bots' choices follow from the seed, so that a whole game can be had again.
        let luck = format!("bots of {} from {}", playing.seed(), playing.version());
        LocalTable {
            me,
            bots: bots_at,
            adviser: bots[0],
            random: search_luck(Seed::named(&luck)),
            record,
            told: 0,
            bots_wait: true,
            is_stale: true,
            verb: None,
            has_quit: false,
            cannot_save: false,
            playing,
        }
    }

    pub(crate) fn welcome(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let (game, options) = (self.playing.game(), self.playing.options());
        writeln!(
            out,
            "{STRONG}{}{STRONG:#}  {FAINT}{options}{FAINT:#}",
            game.name()
        )?;
        let others = match self.bots.len() {
            0 => "You play alone.".to_owned(),
            1 => "A bot plays the other seat.".to_owned(),
            count => format!("Bots play the other {count} seats."),
        };
        writeln!(
            out,
            "You have seat {}. {others} Type help for what you can say.",
            self.me
        )?;
        let commitment = self.playing.commitment().to_string();
        writeln!(out, "{FAINT}The luck is sealed: {commitment}{FAINT:#}")?;
        Ok(())
    }

    /// Lets the bots act until the person has something to do, and shows it.
    pub(crate) fn advance(&mut self, out: &mut impl Write) -> anyhow::Result<Step> {
        loop {
            let to_act = self.playing.to_act();
            if to_act.is_empty() || self.has_quit {
                self.tell(out)?;
                return Ok(Step::Over);
            }
            if to_act.contains(self.me) && self.bots_wait {
                self.show_if_stale(out)?;
                return Ok(Step::YourTurn);
            }
            self.bots_act(to_act)?;
            self.keep(out)?;
            self.bots_wait = true;
        }
    }

    /// Every bot that may act makes one action.
    fn bots_act(&mut self, to_act: SeatSet) -> anyhow::Result<()> {
        for (seat, bot) in self.bots.iter_mut().filter(|(seat, _)| to_act.contains(*seat)) {
            // What one has done may have ended the phase for the next.
            if let Some(asked) = self.playing.ask(*seat)? {
                let thought = bot.think(&asked, &mut self.random, &Stopwatch::start());
                self.playing.play(*seat, &thought.choice().action)?;
                self.is_stale = true;
            }
        }
        Ok(())
    }

    /// Keeps the record. Where that is not possible the game goes on all the same.
    fn keep(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        match save(&*self.playing, &self.record) {
            Err(error) if !self.cannot_save => {
                self.cannot_save = true;
                Ok(writeln!(out, "{ERROR}Careful:{ERROR:#} {error:#}")?)
            }
            _ => Ok(()),
        }
    }

    /// Tells what has happened since the last time.
    fn tell(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let lines = self.playing.log(Viewer::Seat(self.me), self.told)?;
        let names = self.playing.names();
        for line in &lines {
            for happening in &line.happenings {
                writeln!(
                    out,
                    "{FAINT}·{FAINT:#} {}",
                    happening.words.in_full(&Names(&names))
                )?;
            }
        }
        self.told = lines.last().map_or(self.told, |line| line.index + 1);
        Ok(())
    }

    fn show_if_stale(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.is_stale {
            self.is_stale = false;
            self.tell(out)?;
            self.show(out)?;
        }
        Ok(())
    }

    fn show(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let view = Viewer::Seat(self.me);
        let prompt = self.playing.prompt(view)?;
        let names = self.playing.names();
        writeln!(out, "\n{}\n", self.playing.view_text(view)?.trim_end())?;
        writeln!(
            out,
            "{STRONG}{}{STRONG:#}  {FAINT}(rule {}){FAINT:#}",
            prompt.text.in_full(&Names(&names)),
            prompt.clause
        )?;
        let legal = self.playing.legal(self.me)?;
        write_short_menu(out, &legal, &Names(&names), menu(&legal, self.verb))?;
        Ok(())
    }

    /// Does what the person says.
    pub(crate) fn obey(&mut self, line: &str, out: &mut impl Write) -> anyhow::Result<()> {
        let legal = self.playing.legal(self.me)?;
        // A game's own word goes first, whatever it is.
        if legal.iter().any(|action| action.action == line) {
            return self.play(line, out);
        }
        if let Ok(number) = line.parse::<usize>() {
            return self.choose(number, &legal, out);
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => Ok(()),
            ("help" | "?", "") => Ok(write!(out, "{HELP}")?),
            ("undo", "") => self.undo(out),
            ("hint", "") => self.hint(out),
            ("table", "") => self.show(out),
            ("list", "") => Ok(write_menu(
                out,
                &legal,
                &Names(&self.playing.names()),
                &Menu::Actions((0..legal.len()).collect()),
            )?),
            ("back", "") => {
                self.verb = None;
                let names = self.playing.names();
                Ok(write_menu(out, &legal, &Names(&names), &menu(&legal, None))?)
            }
            ("log", "") => self.log(out),
            ("rules", clause) => self.rules(clause, out),
            ("quit" | "exit", "") => {
                self.has_quit = true;
                Ok(())
            }
            _ => self.play(line, out),
        }
    }

    fn choose(&mut self, number: usize, legal: &[Legal], out: &mut impl Write) -> anyhow::Result<()> {
        let place = number.wrapping_sub(1);
        match menu(legal, self.verb) {
            Menu::Actions(places) => match places.get(place) {
                Some(&place) => self.play(&legal[place].action, out),
                None => Ok(writeln!(
                    out,
                    "There is no number {number}: they go from 1 to {}.",
                    places.len()
                )?),
            },
            Menu::Verbs(verbs) => match verbs.get(place) {
                Some(verb) => {
                    self.verb = Some(verb);
                    let names = self.playing.names();
                    Ok(write_menu(out, legal, &Names(&names), &menu(legal, self.verb))?)
                }
                None => Ok(writeln!(
                    out,
                    "There is no number {number}: they go from 1 to {}.",
                    verbs.len()
                )?),
            },
        }
    }

    fn play(&mut self, action: &str, out: &mut impl Write) -> anyhow::Result<()> {
        match self.playing.play(self.me, action) {
            Ok(_) => {
                self.is_stale = true;
                self.bots_wait = false;
                self.verb = None;
                self.keep(out)
            }
            Err(PlayError::Refused(refused)) => self.explain(&refused, out),
            Err(PlayError::Notation(error)) => {
                writeln!(
                    out,
                    "I do not understand {error}. Type help for what you can say."
                )?;
                Ok(())
            }
            Err(error @ PlayError::NoSuchSeat(_)) => Err(error.into()),
        }
    }

    fn explain(&self, refused: &Refused, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{ERROR}No.{ERROR:#} {}", refused.message)?;
        self.rules(refused.clause, out)
    }

    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        match self.playing.undo(self.me) {
            Ok(_) => {
                writeln!(out, "Taken back.")?;
                // What was told of it no longer stands.
                self.told = self.told.saturating_sub(1);
                self.is_stale = true;
                self.keep(out)
            }
            Err(refusal) => {
                writeln!(out, "{ERROR}No.{ERROR:#} {refusal}")?;
                refusal.clause().map_or(Ok(()), |clause| self.rules(clause, out))
            }
        }
    }

    fn hint(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let Some(asked) = self.playing.ask(self.me)? else {
            return Ok(writeln!(out, "There is nothing to do for you now.")?);
        };
        let mut adviser = self.playing.game().bot(self.adviser);
        // Luck of its own, so that asking does not change what the bots do.
        let thought = adviser.think(
            &asked,
            &mut SearchChance::new(self.playing.version() as u64),
            &Stopwatch::start(),
        );
        let names = self.playing.names();
        writeln!(out, "The bot {} would choose:", self.adviser)?;
        for candidate in thought.best.iter().take(5) {
            let Legal { action, telling } = &candidate.action;
            let label = telling.label.in_full(&Names(&names));
            write!(out, "  {label}  {FAINT}{action}{FAINT:#}")?;
            if let Some(value) = candidate.value {
                write!(out, "  {:.0} % to win", value * 100.0)?;
            }
            if let Some(score) = candidate.expected_score {
                write!(out, ", {score:.1} points expected")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn log(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let names = self.playing.names();
        for line in self.playing.log(Viewer::Seat(self.me), 0)? {
            for happening in line.happenings {
                writeln!(
                    out,
                    "{FAINT}·{FAINT:#} {}",
                    happening.words.in_full(&Names(&names))
                )?;
            }
        }
        Ok(())
    }

    fn rules(&self, clause: &str, out: &mut impl Write) -> anyhow::Result<()> {
        let rulebook = self.playing.game().rulebook();
        if clause.is_empty() {
            let mut sections: Vec<&str> = rulebook
                .clauses
                .iter()
                .map(|clause| clause.section.as_str())
                .collect();
            sections.dedup();
            for section in sections {
                writeln!(out, "  {section}")?;
            }
            return Ok(());
        }
        let clauses = rules::find(&rulebook.clauses, clause);
        if clauses.is_empty() {
            writeln!(out, "There is no clause {clause}. `rules` lists the sections.")?;
        }
        Ok(rules::write_clauses(out, &clauses)?)
    }

    /// How it ended, and where the record is.
    pub(crate) fn farewell(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let file = self.record.display();
        if let Some(outcome) = self.playing.outcome() {
            writeln!(
                out,
                "\n{}\n",
                self.playing.view_text(Viewer::Everything)?.trim_end()
            )?;
            outcome_table::write(out, &outcome, &self.playing.names())?;
        }
        if self.playing.version() == 0 {
            return Ok(());
        }
        save(&*self.playing, &self.record)?;
        writeln!(out, "\nThe record is in {file}")?;
        if self.playing.outcome().is_none() {
            let seat = if self.me.index() == 0 {
                String::new()
            } else {
                format!(" --seat {}", self.me)
            };
            writeln!(
                out,
                "Go on with: bobbin play {} --resume {file}{seat}",
                self.playing.game().id()
            )?;
        }
        Ok(())
    }
}
