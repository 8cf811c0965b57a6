//! Cards and sets of cards, and how they are written.

use bobbin_hearts::{Card, Cards};

#[test]
fn every_card_survives_its_notation() {
    assert_eq!(Cards::DECK.len(), 52);
    for card in Cards::DECK.iter() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    for wrong in [
        "", "Q", "SQ", "QSS", "1C", "qs", "QX", "S", "Q S", "♠Q", " QS", " S", "S ",
    ] {
        assert!(wrong.parse::<Card>().is_err(), "{wrong}");
    }
}

#[test]
fn sets_are_written_suit_by_suit() {
    let cards: Cards = "T52C H QS".parse().unwrap();
    assert_eq!(cards.len(), 17);
    assert_eq!(cards.to_string(), "25TC QS H");
    assert_eq!(cards.iter().nth(3), Some(Card::QUEEN_OF_SPADES));
    assert!((0..17).map(|place| cards.nth(place)).eq(cards.iter()));
}

#[test]
fn there_are_26_points_in_the_deck() {
    assert_eq!(Cards::DECK.points(), 26);
    assert_eq!(Card::QUEEN_OF_SPADES.points(), 13);
    assert_eq!(Card::TWO_OF_CLUBS.points(), 0);
}
