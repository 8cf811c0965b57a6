//! What holds for every game of the catalog.

use std::collections::BTreeMap;

use bobbin_bots::BotSpec;
use bobbin_catalog::{AnyGame, AnyMatch, Preview, Replay, Stopwatch, WhyNot, each_of};
use bobbin_game::{Deed, Options, SearchChance, Seat, Seed, Viewer, random_seat};

/// A whole match by bots that choose at random; `each` looks at it before every action.
fn played(game: &dyn AnyGame, players: usize, mut each: impl FnMut(&dyn AnyMatch)) -> Box<dyn AnyMatch> {
    let options = Options::new().with("players", players);
    let mut playing = game.start(&options, None, Seed::named("every game")).unwrap();
    let mut random = SearchChance::new(players as u64);
    let mut bot = game.bot(BotSpec::RANDOM);
    while let Some(seat) = random_seat(playing.to_act(), &mut random) {
        each(&*playing);
        let asked = playing
            .ask(seat)
            .unwrap()
            .expect("who is to act has something to do");
        let thought = bot.think(&asked, &mut random, &Stopwatch::start());
        playing.play(seat, &thought.choice().action).unwrap();
    }
    playing
}

fn each_game(mut check: impl FnMut(&'static dyn AnyGame, usize)) {
    for game in bobbin_catalog::games() {
        for players in game.player_counts() {
            check(game, players);
        }
    }
}

#[test]
fn actions_can_be_written_one_after_the_other() {
    each_game(|game, players| {
        played(game, players, |playing| {
            for seat in playing.to_act().iter() {
                for legal in playing.legal(seat).unwrap() {
                    let two = format!("{0}; {0}", legal.action);
                    assert!(
                        each_of(&two).eq([legal.action.as_str(); 2]),
                        "{}: {two}",
                        game.id()
                    );
                }
            }
        });
    });
}

#[test]
fn a_match_survives_its_record() {
    each_game(|game, players| {
        let playing = played(game, players, |_| {});
        let record = playing.record();
        let text = record.to_string();
        let again = game.replay(&text.parse().unwrap(), Replay::default()).unwrap();
        assert_eq!(again.record().to_string(), text, "{}", game.id());
        assert_eq!(again.position(), playing.position(), "{}", game.id());
        assert_eq!(again.outcome(), playing.outcome(), "{}", game.id());
    });
}

#[test]
fn any_moment_is_the_record_played_so_far() {
    each_game(|game, players| {
        let mut begun = Vec::new();
        played(game, players, |playing| {
            if [0, 20].contains(&playing.version()) {
                begun.push(playing.position());
            }
        });
        for (place, position) in begun.iter().enumerate() {
            let position = (place > 0).then_some(position.as_str());
            check_moments(game, players, position);
        }
    });
}

/// A match with undos and names, from its start or from a position, looked back at.
fn check_moments(game: &dyn AnyGame, players: usize, position: Option<&str>) {
    let (options, seed) = (Options::new().with("players", players), Seed::named("moments"));
    let mut playing = match position {
        None => game.start(&options, None, seed).unwrap(),
        Some(position) => game.start_from(position, &options, None, seed).unwrap(),
    };
    playing.set_name(Seat::new(0), "Ann").unwrap();
    let mut random = SearchChance::new(players as u64);
    while let Some(seat) = random_seat(playing.to_act(), &mut random)
        && playing.version() < 150
    {
        let legal = playing.legal(seat).unwrap();
        let chosen = random.below(legal.len() as u32) as usize;
        playing.play(seat, &legal[chosen].action).unwrap();
        while random.below(3) == 0 && playing.undo(seat).is_ok() {}
    }
    let record = playing.record();
    for entries in (0..=playing.version()).step_by(7) {
        let replay = Replay {
            seed: Some(seed),
            position,
            entries: Some(entries),
        };
        let (then, again) = (
            playing.at(entries).unwrap(),
            game.replay(&record, replay).unwrap(),
        );
        assert_eq!(then.position(), again.position(), "{}", game.id());
        assert_eq!(then.record().to_string(), again.record().to_string());
        assert_eq!(then.began_from(), again.began_from());
        assert_eq!(
            (then.version(), then.standing()),
            (entries, again.standing()),
            "{}",
            game.id()
        );
        assert_eq!(playing.entry(entries), record.entries.get(entries).cloned());
        for viewer in Viewer::all(players) {
            assert_eq!(then.view(viewer), again.view(viewer));
            assert_eq!(then.log(viewer, 0), again.log(viewer, 0));
            let late = then.standing().saturating_sub(3);
            assert_eq!(then.log(viewer, late), again.log(viewer, late));
        }
        for seat in Seat::all(players) {
            assert_eq!(then.check_undo(seat), again.check_undo(seat));
        }
    }
    assert!(playing.at(playing.version() + 1).is_none());
}

#[test]
fn a_match_goes_on_from_its_position() {
    each_game(|game, players| {
        let mut actions = 0;
        played(game, players, |playing| {
            actions += 1;
            if actions % 10 != 0 {
                return;
            }
            let (position, options) = (playing.position(), playing.options());
            let from = game
                .start_from(&position, &options, None, playing.seed())
                .unwrap();
            for viewer in Viewer::all(players) {
                assert_eq!(
                    from.view(viewer),
                    playing.view(viewer),
                    "{}: {position}",
                    game.id()
                );
            }
        });
    });
}

#[test]
fn what_one_touches_for_a_legal_action_is_legal() {
    each_game(|game, players| {
        played(game, players, |playing| {
            for seat in playing.to_act().iter() {
                for legal in playing.legal(seat).unwrap() {
                    if !legal.telling.picks.is_empty() {
                        let answer = playing.why_not(seat, &legal.telling.picks).unwrap();
                        assert_eq!(answer, WhyNot::Legal { action: legal.action });
                    }
                }
            }
        });
    });
}

#[test]
fn everybody_is_told_what_to_do_and_what_happened() {
    each_game(|game, players| {
        let rulebook = game.rulebook();
        let playing = played(game, players, |playing| {
            for viewer in Viewer::all(players) {
                let prompt = playing.prompt(viewer).unwrap();
                assert!(!prompt.text.is_empty(), "{}", game.id());
                assert!(
                    rulebook.clause(prompt.clause).is_some(),
                    "{}: {}",
                    game.id(),
                    prompt.clause
                );
                assert!(!playing.view_text(viewer).unwrap().is_empty(), "{}", game.id());
            }
        });
        for viewer in Viewer::all(players) {
            let log = playing.log(viewer, 0).unwrap();
            assert!(!log.is_empty(), "{}", game.id());
            let mut happenings = log.iter().flat_map(|line| &line.happenings);
            assert!(
                happenings.all(|happening| !happening.words.is_empty()),
                "{}",
                game.id()
            );
        }
    });
}

#[test]
fn a_preview_is_what_then_happens_and_says_whether_it_can_be_taken_back() {
    each_game(|game, players| {
        let mut thought_of: BTreeMap<(usize, String), Preview> = BTreeMap::new();
        let (mut actions, mut sure) = (0, 0);
        played(game, players, |playing| {
            let record = playing.record();
            if let Some(entry) = record.entries.last()
                && let Deed::Play(action) = &entry.deed
                && let Some(preview) = thought_of.remove(&(entry.seat.index(), action.clone()))
            {
                if let Some(view) = preview.view {
                    sure += 1;
                    let now = playing.view_json(Viewer::Seat(entry.seat)).unwrap();
                    assert_eq!(view, now, "{}: {action}", game.id());
                    assert_eq!(
                        preview.next,
                        playing.legal(entry.seat).unwrap(),
                        "{}: {action}",
                        game.id()
                    );
                }
                if preview.can_undo {
                    assert_eq!(playing.check_undo(entry.seat), Ok(()), "{}: {action}", game.id());
                }
            }
            thought_of.clear();
            actions += 1;
            if actions % 11 != 1 {
                return;
            }
            for seat in playing.to_act().iter() {
                for legal in playing.legal(seat).unwrap() {
                    let preview = playing.preview(seat, &legal.action).unwrap();
                    thought_of.insert((seat.index(), legal.action), preview);
                }
            }
        });
        assert!(sure > 0, "{} with {players}", game.id());
    });
}

#[test]
fn whoever_acts_is_told_what_came_of_it() {
    let mut untold = std::collections::BTreeSet::new();
    each_game(|game, players| {
        let options = Options::new().with("players", players);
        for luck in 0..4 {
            let mut random = SearchChance::new(luck);
            let mut bot = game.bot(BotSpec::RANDOM);
            let seed = Seed::named(&format!("told {luck}"));
            let mut playing = game.start(&options, None, seed).unwrap();
            while let Some(seat) = random_seat(playing.to_act(), &mut random) {
                let asked = playing.ask(seat).unwrap().unwrap();
                let thought = bot.think(&asked, &mut random, &Stopwatch::start());
                let action = &thought.choice().action;
                let told = playing.play(seat, action).unwrap();
                if bobbin_catalog::heard(&told, Viewer::Seat(seat)).is_empty() {
                    untold.insert(format!("{}: {action}", game.id()));
                }
            }
        }
    });
    assert!(untold.is_empty(), "{untold:#?}");
}
