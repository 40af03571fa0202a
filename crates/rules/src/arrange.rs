//! Setting up positions by hand: from men on a board to a position.

use crate::show::{Man, Placed, Show, SiteId, SiteKind};
use crate::{Seat, Unreadable};

/// The position with these men on the board and this seat to move, or what the game asks for instead. What
/// the men do not tell is taken over from another position.
pub fn arrange<G: Show>(
    game: &G,
    from: &G::Position,
    men: &[Placed],
    to_move: Seat,
) -> Result<G::Position, Unreadable> {
    let at = game.arrange(men, to_move, from)?;
    let as_wished = on_board(game, &game.pieces(&at)) == on_board(game, men);
    if as_wished { Ok(at) } else { Err(Unreadable::expected("men that can stand there")) }
}

/// The men who stand alone on their sites: those of most games.
pub fn singles(men: &[Placed]) -> impl Iterator<Item = (SiteId, Man)> {
    men.iter().filter_map(|placed| match placed.men[..] {
        [man] => Some((placed.site, man)),
        _ => None,
    })
}

/// The first of these that is a position of the game, or why the first of them is none.
pub fn first_sound<P>(tries: impl IntoIterator<Item = Result<P, Unreadable>>) -> Result<P, Unreadable> {
    let mut refused = None;
    for tried in tries {
        match tried {
            Ok(position) => return Ok(position),
            Err(why) => refused = refused.or(Some(why)),
        }
    }
    Err(refused.unwrap_or_else(|| Unreadable::expected("men that can stand there")))
}

/// The men on the board, in the order of their sites.
pub fn on_board<G: Show>(game: &G, men: &[Placed]) -> Vec<Placed> {
    let board = game.board();
    let counts = |placed: &&Placed| board.sites[placed.site.index()].kind != SiteKind::Tray && !placed.men.is_empty();
    let mut standing: Vec<Placed> = men.iter().filter(counts).cloned().collect();
    standing.sort_by_key(|placed| placed.site);
    standing
}
