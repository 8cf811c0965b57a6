//! A table at this computer: one person, the bots, and the match between them. Bots think on a thread of their own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use anyhow::anyhow;
use bobbin_bots::{BotSpec, Candidate, Thought, worth_telling};
use bobbin_catalog::{AnyBot, AnyMatch, Asked, Legal, PlayError, Refused, Stopwatch};
use bobbin_game::{SearchChance, Seat, Seed, UndoRefusal, Viewer};

use crate::saving::{for_shell, save};
use crate::words::{Company, Length};

/// What comes next at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The person acts.
    Yours,
    /// A bot thinks.
    Thinking(Seat),
    /// The game is over.
    Over,
}

/// A match with one person and bots in the other seats.
pub struct LocalTable {
    playing: Box<dyn AnyMatch>,
    company: Company,
    /// A bot is away while it thinks.
    bots: Vec<(Seat, Option<Box<dyn AnyBot>>)>,
    /// Bots that have yet to act before the person does.
    queue: Vec<Seat>,
    thinking: Option<(Seat, Receiver<Answer>)>,
    random: SearchChance,
    record: PathBuf,
    /// What else has to be said to go on with the match: the bots and the content pack, as options.
    said: String,
    /// Bots that are free to act beside the person wait until the person has acted.
    bots_wait: bool,
    /// Something was done since the record was kept.
    is_dirty: bool,
    /// Why the record could not be kept.
    trouble: Option<String>,
}

/// A bot that comes back with what it thought, and its luck as it is now.
struct Answer {
    bot: Box<dyn AnyBot>,
    random: SearchChance,
    thought: Thought<Legal>,
}

/// An action that is advised, and what it is worth.
#[derive(Clone, Debug)]
pub(crate) struct Advice {
    pub(crate) action: Legal,
    pub(crate) worth: String,
}

/// Why the person cannot do something.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    pub(crate) words: String,
    pub(crate) clause: Option<String>,
}

impl LocalTable {
    /// A table where the person has a seat and bots play the others: one kind for all of them, or one for each.
    pub fn new(playing: Box<dyn AnyMatch>, me: Seat, bots: &[BotSpec], record: PathBuf) -> Self {
        let said = match bots {
            _ if bots == [BotSpec::USUAL] => String::new(),
            bots => format!(
                " --bots {}",
                bots.iter().map(BotSpec::to_string).collect::<Vec<_>>().join(",")
            ),
        };
        let others = Seat::all(playing.players()).filter(|&seat| seat != me);
        let spec = |place: usize| {
            bots.get(place)
                .or(bots.last())
                .copied()
                .unwrap_or(BotSpec::RANDOM)
        };
        let bots = others
            .enumerate()
            .map(|(place, seat)| (seat, Some(playing.game().bot(spec(place)))))
            .collect();
        // The bots' choices follow from the seed, so that a whole game can be had again.
        let luck = Seed::named(&format!("bots of {} from {}", playing.seed(), playing.version()));
        LocalTable {
            company: Company::new(playing.names(), me),
            bots,
            queue: Vec::new(),
            thinking: None,
            random: search_luck(luck),
            record,
            said,
            bots_wait: true,
            is_dirty: false,
            trouble: None,
            playing,
        }
    }

    /// The match is played with the content of this file.
    #[must_use]
    pub fn with_content(mut self, pack: &Path) -> Self {
        self.said += " --content ";
        self.said += &for_shell(pack);
        self
    }

    pub(crate) fn playing(&self) -> &dyn AnyMatch {
        &*self.playing
    }

    pub(crate) fn company(&self) -> &Company {
        &self.company
    }

    pub(crate) fn me(&self) -> Seat {
        self.company.me()
    }

    pub(crate) fn viewer(&self) -> Viewer {
        Viewer::Seat(self.me())
    }

    pub(crate) fn record(&self) -> &Path {
        &self.record
    }

    /// Why the record could not be kept, told once.
    pub(crate) fn trouble(&mut self) -> Option<String> {
        self.trouble
            .as_mut()
            .map(std::mem::take)
            .filter(|words| !words.is_empty())
    }

    /// Lets the bots act as far as they have thought. With `wait` it waits for them.
    pub(crate) fn advance(&mut self, wait: bool) -> anyhow::Result<Step> {
        let step = self.let_bots_act(wait)?;
        self.keep();
        Ok(step)
    }

    fn let_bots_act(&mut self, wait: bool) -> anyhow::Result<Step> {
        loop {
            if let Some((seat, answer)) = self.thinking.take() {
                let answered = if wait {
                    answer.recv().map_err(|_| TryRecvError::Disconnected)
                } else {
                    answer.try_recv()
                };
                match answered {
                    Ok(answer) => self.play_thought(seat, answer)?,
                    Err(TryRecvError::Empty) => {
                        self.thinking = Some((seat, answer));
                        return Ok(Step::Thinking(seat));
                    }
                    Err(TryRecvError::Disconnected) => {
                        return Err(anyhow!("the bot {} stopped thinking", self.company.name(seat)));
                    }
                }
                continue;
            }
            if let Some(seat) = self.next_bot() {
                self.ask_bot(seat)?;
                continue;
            }
            let to_act = self.playing.to_act();
            if to_act.is_empty() {
                return Ok(Step::Over);
            }
            if to_act.contains(self.me()) && self.bots_wait {
                return Ok(Step::Yours);
            }
            // Every bot that may act makes one action.
            self.queue = to_act.iter().filter(|&seat| seat != self.me()).collect();
            self.bots_wait = true;
        }
    }

    /// The next bot in the queue that may still act: what one has done may have ended the phase for others.
    fn next_bot(&mut self) -> Option<Seat> {
        let to_act = self.playing.to_act();
        self.queue.retain(|&seat| to_act.contains(seat));
        (!self.queue.is_empty()).then(|| self.queue.remove(0))
    }

    fn ask_bot(&mut self, seat: Seat) -> anyhow::Result<()> {
        let asked = self.playing.ask(seat)?;
        let home = self.bots.iter_mut().find(|(at, _)| *at == seat);
        if let (Some(asked), Some((_, home))) = (asked, home)
            && let Some(bot) = home.take()
        {
            self.thinking = Some((seat, think(bot, asked, self.random.clone())));
        }
        Ok(())
    }

    fn play_thought(&mut self, seat: Seat, answer: Answer) -> anyhow::Result<()> {
        self.random = answer.random;
        if let Some((_, home)) = self.bots.iter_mut().find(|(at, _)| *at == seat) {
            *home = Some(answer.bot);
        }
        self.playing.play(seat, &answer.thought.choice().action)?;
        self.is_dirty = true;
        Ok(())
    }

    /// The person acts.
    pub(crate) fn play(&mut self, action: &str) -> Result<(), PlayError> {
        self.playing.play(self.me(), action)?;
        self.bots_wait = false;
        self.is_dirty = true;
        Ok(())
    }

    /// The person's latest action is taken back. Tells its number among those that stood.
    pub(crate) fn undo(&mut self) -> Result<usize, UndoRefusal> {
        let undone = self.playing.undo(self.me())?;
        self.is_dirty = true;
        Ok(undone)
    }

    /// What a search would do in the person's place, as an answer that comes later.
    pub(crate) fn ask_advice(&self) -> anyhow::Result<Option<Receiver<Vec<Advice>>>> {
        let Some(asked) = self.playing.ask(self.me())? else {
            return Ok(None);
        };
        let spec = BotSpec::ADVICE;
        let (game, players) = (self.playing.game(), self.playing.players());
        // Luck of its own, so that asking does not change what the bots do.
        let mut luck = SearchChance::new(self.playing.version() as u64);
        let (told, advice) = mpsc::channel();
        thread::spawn(move || {
            let thought = game.bot(spec).think(&asked, &mut luck, &Stopwatch::start());
            let best = worth_telling(thought.best).into_iter().map(|candidate| Advice {
                worth: worth(&candidate, players),
                action: candidate.action,
            });
            // Whoever has gone meanwhile does not want to know.
            let _ = told.send(best.collect());
        });
        Ok(Some(advice))
    }

    /// Keeps the record. Where that is not possible the game goes on all the same.
    fn keep(&mut self) {
        if std::mem::take(&mut self.is_dirty)
            && let Err(error) = save(&*self.playing, &self.record)
            && self.trouble.is_none()
        {
            self.trouble = Some(format!("{error:#}"));
        }
    }

    /// What has happened since this action, as sentences.
    pub(crate) fn told_since(&self, from: usize) -> anyhow::Result<(Vec<String>, usize)> {
        let lines = self.playing.log(self.viewer(), from)?;
        let next = lines.last().map_or(from, |line| line.index + 1);
        let happenings = lines.iter().flat_map(|line| &line.happenings);
        let words = happenings.map(|happening| self.company.say(&happening.words, Length::Full));
        Ok((words.collect(), next))
    }

    /// What has happened by the latest so many actions, for someone who sees the table.
    pub(crate) fn told_lately(&self, actions: usize) -> Vec<String> {
        let from = self.playing.standing().saturating_sub(actions);
        let lines = self.playing.log(self.viewer(), from).unwrap_or_default();
        let happenings = lines.iter().flat_map(|line| &line.happenings);
        happenings
            .map(|happening| self.company.say(&happening.words, Length::Brief))
            .collect()
    }

    /// What someone is told whose action the rules refuse, or who wrote what is no action.
    pub(crate) fn explain(error: &PlayError) -> Refusal {
        match error {
            PlayError::Refused(refused) => LocalTable::refusal(refused),
            PlayError::Notation(error) => Refusal {
                words: format!("I do not understand {error}."),
                clause: None,
            },
            PlayError::NoSuchSeat(error) => Refusal {
                words: error.to_string(),
                clause: None,
            },
        }
    }

    pub(crate) fn refusal(refused: &Refused) -> Refusal {
        Refusal {
            words: refused.message.clone(),
            clause: Some(refused.clause.to_owned()),
        }
    }

    /// How the match can be gone on with, if it is not over and something was done in it.
    pub(crate) fn way_back(&self) -> Option<String> {
        let is_under_way = self.playing.version() > 0 && self.playing.outcome().is_none();
        let seat = match self.me().index() {
            0 => String::new(),
            seat => format!(" --seat {seat}"),
        };
        let said = &self.said;
        is_under_way.then(|| format!("bobbin play --resume {}{seat}{said}", for_shell(&self.record)))
    }

    /// Writes the record a last time, or says why that is not possible.
    pub(crate) fn close(&self) -> anyhow::Result<()> {
        if self.playing.version() > 0 {
            save(&*self.playing, &self.record)?;
        }
        Ok(())
    }
}

fn think(mut bot: Box<dyn AnyBot>, asked: Asked, mut random: SearchChance) -> Receiver<Answer> {
    let (told, answer) = mpsc::channel();
    thread::spawn(move || {
        let thought = bot.think(&asked, &mut random, &Stopwatch::start());
        // Whoever has gone meanwhile does not want to know.
        let _ = told.send(Answer { bot, random, thought });
    });
    answer
}

/// Luck for bots that follows from a seed.
fn search_luck(seed: Seed) -> SearchChance {
    let bytes = seed.0.into_iter().take(8);
    SearchChance::new(bytes.fold(0, |luck, byte| luck << 8 | u64::from(byte)))
}

/// What an action is worth in words. Alone at the table nobody is to be beaten: the points tell it all.
fn worth(candidate: &Candidate<Legal>, players: usize) -> String {
    let chance = candidate.value.filter(|_| players > 1);
    let chance = chance.map(|value| format!("{:.0} % to win", value * 100.0));
    let points = candidate.expected_score.map(|score| {
        let points = format!("{score:.0}");
        let plural = if points == "1" { "" } else { "s" };
        format!("about {points} point{plural} in the end")
    });
    [chance, points]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}
