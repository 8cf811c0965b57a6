//! What every mind must keep to.

use bobbin_arch_ravels::ArchRavels;
use bobbin_bots::{Bot as _, BotSpec, Limit, Manner, Mind, Question, Search, Timer};
use bobbin_circuitous::{Circuitous, Decks, Setup as CircuitousSetup};
use bobbin_game::{
    Content, Game, Options, SearchChance, Seat, SeatSet, Setup, Shelf, Source, Viewer, play_out,
};
use bobbin_knitting_circle::{KnittingCircle, KnittingContent, KnittingSetup};
use bobbin_minds::{ArchRavelsMind, ChoiceSeen, Choosing, CircuitousMind, KnittingMind, Names, Seen, Shown};

/// Some states of random games of some setups, each with a seat that is to act.
fn states<G: Game>(step: usize) -> Vec<(G, Seat)> {
    let mut states = Vec::new();
    for (place, setup) in G::setups().iter().enumerate().step_by(3) {
        let mut luck = SearchChance::new(place as u64);
        let mut state = G::start(setup, &mut luck);
        let mut random = luck.clone();
        play_out(&mut state, &mut random, &mut luck, |state, seat, _| {
            states.push((state.clone(), seat));
        });
    }
    states.into_iter().step_by(step).collect()
}

/// What was learned and what was written by hand: both play.
fn check<G: Game, M: Mind<G> + Shown<G> + Choosing<G>>() {
    check_mind(&M::default());
    check_mind(&M::by_hand());
    let names = Names::of(&M::default(), &states::<G>(1)[0].0);
    for (state, _) in states::<G>(40) {
        let seen = Seen::of(&M::default(), &state);
        assert!(seen.seats.iter().all(|seat| seat.len() == names.own));
        assert_eq!(names.own + seen.table.len(), names.all.len());
        let all = seen.seats.iter().flatten().chain(&seen.table);
        assert!(all.into_iter().all(|value| value.is_finite()), "{seen:?}");
    }
    let mut legal = Vec::new();
    for (place, (state, seat)) in states::<G>(17).into_iter().enumerate() {
        legal.clear();
        state.legal_actions(seat, &mut legal);
        let seen = ChoiceSeen::of(&M::by_hand(), &state, seat, &legal);
        assert_eq!(seen.choice.len(), names.choice.choice.len());
        assert_eq!(seen.actions.len(), legal.len());
        for action in &seen.actions {
            assert_eq!(action.len(), names.choice.action.len());
        }
        let all = seen.choice.iter().chain(seen.actions.iter().flatten());
        assert!(all.into_iter().all(|value| value.is_finite()), "{seen:?}");
        // A policy chooses for others, so it is shown the same of all that looks the same to them.
        let other = G::sample(
            &state.view(Viewer::Seat(seat)),
            &mut SearchChance::new(place as u64),
        );
        let again = ChoiceSeen::of(&M::by_hand(), &other, seat, &legal);
        assert_eq!((seen.choice, seen.actions), (again.choice, again.actions));
    }
}

fn check_mind<G: Game, M: Mind<G>>(mind: &M) {
    let (mut weights, mut weights_again, mut legal) = (Vec::new(), Vec::new(), Vec::new());
    for (place, (state, seat)) in states::<G>(23).into_iter().enumerate() {
        legal.clear();
        state.legal_actions(seat, &mut legal);
        mind.weigh(&state, seat, &legal, &mut weights);
        assert_eq!(weights.len(), legal.len());
        assert!(
            weights.iter().all(|weight| weight.is_finite() && *weight > 0.0),
            "{weights:?}"
        );
        // It acts for other seats in a search, too, so it may look at nothing that they do not know.
        let mut luck = SearchChance::new(place as u64);
        let other = G::sample(&state.view(Viewer::Seat(seat)), &mut luck);
        mind.weigh(&other, seat, &legal, &mut weights_again);
        assert_eq!(weights, weights_again, "hidden things change the weights");
        let choose = |state: &G| mind.playout_action(state, seat, &mut SearchChance::new(7), &mut Vec::new());
        assert!(legal.contains(&choose(&state)));
        assert_eq!(
            choose(&state),
            choose(&other),
            "hidden things change a playout's choice"
        );
        let players = state.setup().players();
        let forecast = mind.forecast(&state).expect("all three can tell");
        let worth = &forecast.worth[..players];
        assert!(worth.iter().all(|worth| (0.0..=1.0).contains(worth)), "{worth:?}");
        assert!(
            worth.iter().sum::<f32>() < 1.001,
            "more than one victory: {worth:?}"
        );
        assert!(forecast.points[..players].iter().all(|points| points.is_finite()));
    }
}

#[test]
fn the_mind_of_knitting_circle_keeps_to_what_a_seat_knows() {
    check::<KnittingCircle, KnittingMind>();
}

#[test]
fn the_mind_of_arch_ravels_keeps_to_what_a_seat_knows() {
    check::<ArchRavels, ArchRavelsMind>();
}

#[test]
fn the_mind_of_circuitous_keeps_to_what_a_seat_knows() {
    check::<Circuitous, CircuitousMind>();
}

struct NoClock;

impl Timer for NoClock {
    fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

/// The whole way: what is hidden from a seat does not change what the search thinks.
fn check_search<G: Game, M: Mind<G>>() {
    let spec: BotSpec = "search:40i".parse().expect("a bot");
    for (place, (state, seat)) in states::<G>(211).into_iter().enumerate() {
        let other = G::sample(
            &state.view(Viewer::Seat(seat)),
            &mut SearchChance::new(place as u64),
        );
        let [a, b] = [&state, &other].map(|state| {
            let question = Question::of(state, seat).expect("it is to act");
            spec.build::<G, M>()
                .think(&question, &mut SearchChance::new(5), &NoClock)
        });
        assert_eq!(a, b);
    }
}

#[test]
fn a_search_thinks_the_same_of_all_that_looks_the_same() {
    check_search::<KnittingCircle, KnittingMind>();
    check_search::<ArchRavels, ArchRavelsMind>();
    check_search::<Circuitous, CircuitousMind>();
}

/// Casting off a garment that meets a request is about as welcome as casting it off where it meets none, or more.
#[test]
fn what_a_request_asks_for_is_cast_off() {
    let options = Options::new().with("players", "2");
    let setup = KnittingSetup::new(&options, KnittingContent::house()).unwrap();
    let weights = |first: &str| {
        let position = format!(
            "phase crafting\nrequest identical-stripes\n{first}\ngarment 0 mittens-02 pink teal pink\n"
        );
        let state = KnittingCircle::from_position(&setup, &position).unwrap();
        let mut legal = Vec::new();
        state.legal_actions(Seat::new(0), &mut legal);
        let mut weights = Vec::new();
        KnittingMind::default().weigh(&state, Seat::new(0), &legal, &mut weights);
        let of = |word: &str| {
            let found = legal
                .iter()
                .position(|action| action.to_string().starts_with(word));
            weights[found.unwrap_or_else(|| panic!("{word} is not legal"))]
        };
        of("complete mittens-02") / of("done")
    };
    let (met, not) = (
        weights("completed 0 mittens-01 teal pink teal"),
        weights("completed 0 mittens-01 teal navy teal"),
    );
    assert!(met > 0.9 * not, "{met} and {not}");
}

/// A scenario's goals guide the search; without a scenario the same mind sees and weighs the same with them and
/// without.
#[test]
fn goals_count_in_scenarios_and_nowhere_else() {
    let wants = KnittingMind::by_hand();
    let plain = Mind::<KnittingCircle>::impartial(wants);
    let (mut legal, mut wanted, mut judged) = (Vec::new(), Vec::new(), Vec::new());
    let mut differ = 0;
    for (state, seat) in states::<KnittingCircle>(11) {
        legal.clear();
        state.legal_actions(seat, &mut legal);
        wants.weigh(&state, seat, &legal, &mut wanted);
        plain.weigh(&state, seat, &legal, &mut judged);
        let (with, without) = (wants.forecast(&state), plain.forecast(&state));
        if state.setup().scenario().is_none() {
            assert_eq!((&wanted, with), (&judged, without));
        } else if with != without {
            differ += 1;
        }
    }
    assert!(differ > 0, "no scenario was among the states");
}

/// 11.2: a finished scenario is worth more to a seat that met its goals, and its points stay what they are.
#[test]
fn a_goal_that_was_met_is_worth_something() {
    let options = Options::new().with("players", 1).with("scenario", 8);
    let setup = KnittingSetup::new(&options, KnittingContent::house()).unwrap();
    let mut luck = SearchChance::new(5);
    let mut state = KnittingCircle::start(&setup, &mut luck);
    play_out(&mut state, &mut SearchChance::new(6), &mut luck, |_, _, _| {});
    let outcome = state.outcome().unwrap();
    let mind = KnittingMind::default();
    let concluded = |met: usize| {
        let mut outcome = outcome.clone();
        for (place, goal) in outcome.goals.iter_mut().enumerate() {
            goal.met_by = if place < met {
                SeatSet::only(Seat::new(0))
            } else {
                SeatSet::EMPTY
            };
        }
        mind.conclude(&outcome)
    };
    for met in 0..3 {
        assert!(concluded(met).worth[0] < concluded(met + 1).worth[0]);
        let points = [met, met + 1].map(|met| concluded(met).points[0].to_bits());
        assert_eq!(points[0], points[1]);
    }
    let more = concluded(3).worth[0] - concluded(2).worth[0];
    assert!(
        more > concluded(2).worth[0] - concluded(1).worth[0],
        "all of them is what counts"
    );
}

#[test]
fn what_is_in_the_cache_changes_nothing() {
    let mut states = Vec::new();
    for (place, setup) in Circuitous::setups().iter().enumerate() {
        let mut luck = SearchChance::new(place as u64);
        let mut state = Circuitous::start(setup, &mut luck);
        let mut random = luck.clone();
        play_out(&mut state, &mut random, &mut luck, |state, _, _| {
            states.push(state.clone());
        });
    }
    let states: Vec<_> = states.into_iter().step_by(3).collect();
    assert!(states.len() >= 100, "{}", states.len());
    let mind = CircuitousMind::default();
    for state in &states {
        let look = |mind: &CircuitousMind| {
            let survey = mind.survey(state);
            let moves = [false, true].map(|slides| {
                let moved = survey
                    .finish_moves(slides)
                    .map(|action| survey.with_moved_finish(action));
                moved.collect::<Vec<_>>()
            });
            (survey.ways.clone(), moves)
        };
        let afresh = look(&CircuitousMind::default());
        // The second time much is known of this table, too.
        assert_eq!(look(&mind), afresh);
        assert_eq!(look(&mind), afresh);
    }
}

/// With more tees in a deck fewer turns are to be expected, though all that lies on the table is the same.
#[test]
fn one_mind_looks_at_tables_of_different_decks() {
    let decks = |tees: u8| {
        let card = |code: &str, paths: &str, count: u8| {
            format!(
                "[[card]]\ncode = \"{code}\"\nname = \"{code}\"\npaths = [\"{paths}\"]\npoints = 1\ncount = {count}\n"
            )
        };
        let pack = card("tee", "N E S", tees) + &card("end", "S", 26 - tees);
        Shelf::put(Decks::from_pack(&Source::new("tees.toml", pack)).unwrap())
    };
    let look = |mind: &CircuitousMind, decks| {
        let setup = CircuitousSetup::new(&Options::new(), decks).unwrap();
        mind.survey(&Circuitous::start(&setup, &mut SearchChance::new(1)))
            .ways
            .clone()
    };
    let mind = CircuitousMind::default();
    let (few, many) = (decks(2), decks(20));
    for decks in [few, many, few] {
        assert_eq!(look(&mind, decks), look(&CircuitousMind::default(), decks));
    }
    assert!(look(&mind, few)[0].ahead.turns > look(&mind, many)[0].ahead.turns);
}

/// A network is for the cards it was trained with: with others a search knows what was written by hand.
fn check_pack<G: Game, M: Mind<G>>(options: &str, name: &str, text: &str) {
    let content = <<G::Setup as Setup>::Content as Content>::from_pack(&Source::new(name, text));
    let theirs = Shelf::put(content.expect("a pack"));
    let ours = <<G::Setup as Setup>::Content as Content>::house();
    let think = |content, mind: M| {
        let setup = G::Setup::new(&options.parse().expect("options"), content).expect("a setup");
        let state = G::start(&setup, &mut SearchChance::new(1));
        let question =
            Question::of(&state, state.to_act().first().expect("it begins")).expect("it is to act");
        let manner = Manner::serious(Limit {
            time: None,
            iterations: Some(60),
        });
        let mut search = Search::<G, M>::new(mind, manner);
        search.think(&question, &mut SearchChance::new(2), &NoClock)
    };
    assert_ne!(think(ours, M::default()), think(ours, M::by_hand()), "{name}");
    assert_eq!(think(theirs, M::default()), think(theirs, M::by_hand()), "{name}");
}

#[test]
fn other_cards_are_looked_at_by_hand() {
    let tiers = "[[tier]]\nfrom = 40\ntitle = \"Fine\"\n";
    check_pack::<KnittingCircle, KnittingMind>("players=2", "tiers.toml", tiers);
    let projects = include_str!("../../arch-ravels/data/projects.toml");
    let dearer = projects.replacen("points = 13", "points = 14", 1);
    assert_ne!(dearer, projects);
    check_pack::<ArchRavels, ArchRavelsMind>("players=2", "projects.toml", &dearer);
    let tees = "[[card]]\ncode = \"tee\"\nname = \"tee\"\npaths = [\"N E S\"]\npoints = 1\ncount = 26\n";
    check_pack::<Circuitous, CircuitousMind>("players=2", "tees.toml", tees);
}
