//! Positions set up by hand.

extern crate parlour_library as library;

use library::{AnyGame, AnyPosition, LIBRARY};
use rules::Seat;
use rules::show::{Placed, SiteKind};

/// The men on the board and nothing beside it.
fn on_board(game: &dyn AnyGame, at: &AnyPosition) -> Vec<Placed> {
    let stands = |placed: &Placed| game.board().sites[placed.site.index()].kind != SiteKind::Tray;
    game.pieces(at).into_iter().filter(stands).collect()
}

#[test]
fn the_lids_are_set_up_from_their_men() {
    for entry in LIBRARY {
        let (id, game) = (entry.about.id, entry.by_default());
        let Some(text) = entry.about.card.showpiece else { continue };
        let lid = game.read_position(text).expect(text);
        let to_move = game.status(&lid).seat().expect(id);
        let men = on_board(&*game, &lid);
        let again = game.arrange(&lid, &men, to_move).unwrap_or_else(|why| panic!("{id}: {why:?}"));
        assert_eq!(game.pieces(&again), game.pieces(&lid), "{id}");
        assert_eq!(game.status(&again).seat(), Some(to_move), "{id}");
    }
}

#[test]
fn a_man_can_be_taken_away_where_the_game_allows_it() {
    // Elsewhere the number of men follows from the turn, or is fixed.
    for id in
        ["rondamee", "lasca", "kings-men", "checkers", "yumph", "polychek", "chunga", "avion", "merelles", "chess"]
    {
        let game = library::find(id).expect(id).by_default();
        let lid = library::find(id)
            .expect(id)
            .about
            .card
            .showpiece
            .map_or(game.start(), |text| game.read_position(text).expect(text));
        let mut men = on_board(&*game, &lid);
        let gone = men.iter().position(|placed| placed.men[0].kind != "king").expect("a man");
        men.remove(gone);
        let fewer = game.arrange(&lid, &men, Seat::FIRST).unwrap_or_else(|why| panic!("{id}: {why:?}"));
        assert_eq!(on_board(&*game, &fewer).len(), men.len(), "{id}");
    }
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let chess = library::find("chess").expect("chess").by_default();
    let why = chess.arrange(&chess.start(), &[], Seat::FIRST).err().expect("a board without kings");
    assert!(!why.expected.is_empty());
}

#[test]
fn castling_goes_with_the_rook() {
    let chess = library::find("chess").expect("chess").by_default();
    let mut men = on_board(&*chess, &chess.start());
    men.retain(|placed| placed.site.index() != 0);
    let without = chess.arrange(&chess.start(), &men, Seat::SECOND).expect("a game without a rook");
    assert_eq!(chess.text(&without), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b Kkq - 0 1");
}

#[test]
fn far_too_many_men_are_refused() {
    let game = library::find("twenty-seven").unwrap().by_default();
    let start = game.start();
    let mut men = on_board(&*game, &start);
    let one = men[0].men[0];
    men[0].men = vec![one; 300];
    assert!(game.arrange(&start, &men, Seat::FIRST).is_err());
}
