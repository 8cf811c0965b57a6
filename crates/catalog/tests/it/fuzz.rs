//! What strangers send is refused or holds: records, positions, content packs and actions that were valid, with a few
//! edits.

use bobbin_arch_ravels::ArchRavels;
use bobbin_catalog::{AnyGame, AnyMatch, Choosing, PlayError, Replay, WhyNot, find};
use bobbin_circuitous::Circuitous;
use bobbin_game::{
    Game, Options, Record, SearchChance, Seat, Seed, Setup, Source, Viewer, play_out, random_seat,
};
use bobbin_hearts::Hearts;
use bobbin_knitting_circle::KnittingCircle;
use bobbin_testkit::{edited, fuzz};
use proptest::prelude::any;

/// A target for each thing that strangers send, and how many inputs it gets.
macro_rules! targets {
    ($title:ident, $game:ident, $records:literal, $positions:literal, $actions:literal) => {
        mod $title {
            #[test]
            fn a_record_is_refused_or_written_again() {
                super::check_records::<super::$game>($records);
            }

            #[test]
            fn a_position_is_refused_or_can_be_played_on() {
                super::check_positions::<super::$game>($positions);
            }

            #[test]
            fn an_action_is_refused_and_changes_nothing_or_is_played() {
                super::check_actions::<super::$game>($actions);
            }

            #[test]
            fn touches_mean_nothing_or_an_action_that_the_rules_answer() {
                super::check_touches::<super::$game>($actions);
            }
        }
    };
}

targets!(knitting_circle, KnittingCircle, 300, 1000, 4000);
targets!(arch_ravels, ArchRavels, 200, 1000, 4000);
targets!(circuitous, Circuitous, 300, 500, 1500);
targets!(hearts, Hearts, 1000, 2000, 8000);

macro_rules! packs {
    ($name:ident, $game:ty, $cases:literal, $($file:literal),+) => {
        #[test]
        fn $name() {
            check_packs::<$game>($cases, vec![$(include_str!($file).to_owned()),+]);
        }
    };
}

packs!(
    a_pack_of_knitting_circle_is_refused_or_can_be_played_with,
    KnittingCircle,
    400,
    "../../../knitting-circle/data/achievements.toml",
    "../../../knitting-circle/data/boards.toml",
    "../../../knitting-circle/data/buttons.toml",
    "../../../knitting-circle/data/garments.toml",
    "../../../knitting-circle/data/requests.toml",
    "../../../knitting-circle/data/scenarios.toml"
);
packs!(
    a_pack_of_arch_ravels_is_refused_or_can_be_played_with,
    ArchRavels,
    400,
    "../../../arch-ravels/data/characters.toml",
    "../../../arch-ravels/data/events.toml",
    "../../../arch-ravels/data/items.toml",
    "../../../arch-ravels/data/projects.toml",
    "../../../arch-ravels/data/requests.toml",
    "../../../arch-ravels/data/yarn.toml"
);
packs!(
    a_pack_of_circuitous_is_refused_or_can_be_played_with,
    Circuitous,
    100,
    "../../../circuitous/data/house.toml"
);

fn face<G: Game>() -> &'static dyn AnyGame {
    find(G::ID).unwrap()
}

fn seed() -> Seed {
    Seed::named("fuzz")
}

/// Some random actions, with an undo now and then.
fn play_on(playing: &mut dyn AnyMatch, actions: usize, luck: u64) {
    let mut random = SearchChance::new(luck);
    for _ in 0..actions {
        let Some(seat) = random_seat(playing.to_act(), &mut random) else {
            assert!(
                playing.outcome().is_some(),
                "nobody is to act, and it is not over"
            );
            return;
        };
        let legal = playing.legal(seat).unwrap();
        assert!(
            !legal.is_empty(),
            "seat {seat} is stuck at\n{}",
            playing.position()
        );
        let chosen = &legal[random.below(legal.len() as u32) as usize];
        playing.play(seat, &chosen.action).unwrap();
        if random.below(9) == 0 {
            let _ = playing.undo(seat);
        }
    }
}

fn check_records<G: Game>(cases: u32) {
    let game = face::<G>();
    let mut records = Vec::new();
    for setup in G::setups() {
        for actions in [20, G::MAX_ACTIONS] {
            let mut playing = game.start(&setup.to_options(), None, seed()).unwrap();
            playing.set_name(Seat::new(0), "Ann").unwrap();
            play_on(&mut *playing, actions, 1);
            records.push(playing.record().to_string());
        }
    }
    let inputs = (edited(records), any::<bool>());
    let taken = fuzz(cases, &inputs, |((_, text), renumber)| {
        let text = if *renumber { renumbered(text) } else { text.clone() };
        let record: Record = match text.parse() {
            Ok(record) => record,
            Err(error) => {
                assert!(error.line <= text.split('\n').count() + 1, "{error}");
                return false;
            }
        };
        assert_eq!(record.to_string(), text);
        let with_seed = Replay {
            seed: Some(seed()),
            ..Replay::default()
        };
        let Ok(again) = game.replay(&record, with_seed) else {
            return false;
        };
        // The seed is told once a match is over, and not before.
        let seed = again.outcome().map(|_| again.seed());
        assert_eq!(
            again.record(),
            Record {
                seed,
                ..record.clone()
            }
        );
        look_at(&*again);
        true
    });
    assert!(taken > 0);
}

/// The entries of a record numbered anew, so that lines can come and go.
fn renumbered(record: &str) -> String {
    let mut number = 0;
    let lines = record
        .split_inclusive('\n')
        .map(|line| match line.split_once(' ') {
            Some((first, rest)) if first.parse::<usize>().is_ok() => {
                number += 1;
                format!("{} {rest}", number - 1)
            }
            _ => line.to_owned(),
        });
    lines.collect()
}

/// Whatever is shown of a match can be shown.
fn look_at(playing: &dyn AnyMatch) {
    for viewer in Viewer::all(playing.players()) {
        playing.view(viewer).unwrap();
        playing.view_text(viewer).unwrap();
        playing.prompt(viewer).unwrap();
        playing.svg(viewer).unwrap();
        playing.log(viewer, 0).unwrap();
    }
}

/// Positions of random games, with the options they were played with.
fn positions<G: Game>(every: usize) -> Vec<(Options, String)> {
    let mut positions = Vec::new();
    for setup in G::setups() {
        let mut chance = SearchChance::new(1);
        let mut state = G::start(&setup, &mut chance);
        let mut seen = 1;
        play_out(
            &mut state,
            &mut SearchChance::new(2),
            &mut chance,
            |state: &G, _, _| {
                if seen % every == 1 {
                    positions.push((setup.to_options(), state.to_position()));
                }
                seen += 1;
            },
        );
        positions.push((setup.to_options(), state.to_position()));
    }
    positions
}

fn check_positions<G: Game>(cases: u32) {
    let game = face::<G>();
    let (options, texts): (Vec<Options>, Vec<String>) = positions::<G>(37).into_iter().unzip();
    let taken = fuzz(cases, &edited(texts), |(number, text)| {
        let options = &options[*number];
        let load = |text: &str| game.start_from(text, options, None, seed());
        let mut playing = match load(text) {
            Ok(playing) => playing,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return false;
            }
        };
        let written = playing.position();
        let again = load(&written).unwrap_or_else(|error| panic!("{error}:\n{written}"));
        assert_eq!(again.position(), written);
        look_at(&*playing);
        for viewer in Viewer::all(playing.players()) {
            let imagined = playing.imagined(viewer, 3).unwrap();
            let world = load(&imagined).unwrap_or_else(|error| panic!("{viewer:?}: {error}:\n{imagined}"));
            assert_eq!(world.view(viewer), playing.view(viewer));
        }
        play_on(&mut *playing, 20, 4);
        look_at(&*playing);
        true
    });
    assert!(taken > cases / 50, "{taken}");
}

fn check_packs<G: Game>(cases: u32, packs: Vec<String>) {
    let game = face::<G>();
    let setups = G::setups();
    let inputs = (edited(packs), 0..setups.len());
    let taken = fuzz(cases, &inputs, |((_, text), setup)| {
        let info = match game.load_content(&Source::new("pack.toml", text.as_str())) {
            Ok(info) => info,
            Err(error) => {
                assert!(error.to_string().starts_with("pack.toml"), "{error}");
                return false;
            }
        };
        assert!(game.content_json(info.hash).is_some());
        let options = setups[*setup].to_options();
        if let Ok(mut playing) = game.start(&options, Some(info.hash), seed()) {
            look_at(&*playing);
            play_on(&mut *playing, 10, 5);
            look_at(&*playing);
            let mut playouts = game.playouts(&options, Some(info.hash), 6).unwrap();
            playouts.run(1, Choosing::Sampled);
        }
        true
    });
    assert!(taken > cases / 50, "{taken}");
}

/// Moments of random games, and what may be done in them: the number of the moment, the seat, and a text.
struct Moments {
    matches: Vec<Box<dyn AnyMatch>>,
    whose: Vec<(usize, Seat)>,
    texts: Vec<String>,
}

impl Moments {
    fn of<G: Game>(text: impl Fn(&bobbin_catalog::Legal) -> String) -> Self {
        let mut moments = Moments {
            matches: Vec::new(),
            whose: Vec::new(),
            texts: Vec::new(),
        };
        for (options, position) in positions::<G>(61) {
            let playing = face::<G>().start_from(&position, &options, None, seed()).unwrap();
            for seat in playing.to_act().iter() {
                for legal in playing.legal(seat).unwrap() {
                    moments.whose.push((moments.matches.len(), seat));
                    moments.texts.push(text(&legal));
                }
            }
            moments.matches.push(playing);
        }
        moments
    }

    /// The match that an input is for, and who sends it.
    fn of_input(&self, number: usize) -> (Box<dyn AnyMatch>, Seat) {
        let (moment, seat) = self.whose[number];
        (self.matches[moment].clone(), seat)
    }
}

fn check_actions<G: Game>(cases: u32) {
    let moments = Moments::of::<G>(|legal| legal.action.clone());
    let taken = fuzz(cases, &edited(moments.texts.clone()), |(number, text)| {
        let (mut playing, seat) = moments.of_input(*number);
        if let Ok(action) = text.parse::<G::Action>() {
            let written = action.to_string();
            assert_eq!(written.parse::<G::Action>().ok(), Some(action), "{written}");
        }
        let before = (playing.position(), playing.record());
        let preview = playing.preview(seat, text);
        let played = playing.play(seat, text);
        assert_eq!(preview.is_ok(), played.is_ok(), "{preview:?} {played:?}");
        if let Err(error) = played {
            assert!(!error.to_string().is_empty());
            assert_eq!((playing.position(), playing.record()), before);
            return false;
        }
        look_at(&*playing);
        true
    });
    assert!(taken > cases / 50, "{taken}");
}

fn check_touches<G: Game>(cases: u32) {
    let moments = Moments::of::<G>(|legal| legal.telling.picks.join("\n"));
    let meant = fuzz(cases, &edited(moments.texts.clone()), |(number, text)| {
        let (mut playing, seat) = moments.of_input(*number);
        let picks: Vec<String> = text.split('\n').map(str::to_owned).collect();
        match playing.why_not(seat, &picks).unwrap() {
            WhyNot::NothingMeant => return false,
            WhyNot::Legal { action } => drop(playing.play(seat, &action).unwrap()),
            WhyNot::Refused { action, refusal } => {
                assert_eq!(
                    playing.play(seat, &action).unwrap_err(),
                    PlayError::Refused(refusal),
                    "{action}"
                );
            }
        }
        true
    });
    assert!(meant > cases / 50, "{meant}");
}
