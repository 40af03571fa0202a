//! Setting up positions by hand: from men on a board to a position.
//!
//! Positions have texts, and in most games the text is a drawing of the board, row by row. So the men are
//! written into the text of another position, and the game's own reading says whether that is a position
//! of the game, and if not, why.

use crate::show::{Placed, Show, SiteKind};
use crate::{Seat, Unreadable};

/// The position with these men on the board and this seat to move, or what the game asks for instead. What
/// the men do not tell is taken over from another position.
pub fn arrange<G: Show>(
    game: &G,
    from: &G::Position,
    men: &[Placed],
    to_move: Seat,
) -> Result<G::Position, Unreadable> {
    let wanted = on_board(game, men);
    let mut refused = None;
    for text in game.drafts(from, men, to_move) {
        match text.parse::<G::Position>() {
            Ok(at) if on_board(game, &game.pieces(&at)) == wanted => return Ok(at),
            Ok(_) => {}
            Err(why) => refused = refused.or(Some(why)),
        }
    }
    Err(refused.unwrap_or_else(|| Unreadable::expected("men that can stand there")))
}

/// What [`Show::drafts`] tries unless a game knows better: the board's rows written anew, between the seat
/// to move and whatever else the text of the other position, or of the start, tells.
pub fn drafts<G: Show>(game: &G, from: &G::Position, men: &[Placed], to_move: Seat) -> Vec<String> {
    let text = from.to_string();
    let Some(rows) = text.split('/').nth(1).and_then(|rows| write_rows(game, rows, men)) else { return Vec::new() };
    let rest = |text: &str| text.splitn(3, '/').nth(2).map_or(String::new(), |rest| format!("/{rest}"));
    let rest_here = rest(&text);
    let nobody_beside = rest_here.replace(|letter: char| letter.is_ascii_digit(), "0");
    let rests = [rest_here, rest(&game.start().to_string()), nobody_beside, String::new()];
    rests.iter().map(|rest| format!("{to_move}/{rows}{rest}")).collect()
}

/// The rows of a board with these men in them. `None` if the rows are not those of the board.
fn write_rows<G: Show>(game: &G, rows: &str, men: &[Placed]) -> Option<String> {
    let board = game.board();
    let of_field = |kind: SiteKind| matches!(kind, SiteKind::Cell | SiteKind::Point | SiteKind::Pit);
    let sites = board.sites.iter().filter(|site| of_field(site.kind)).map(|site| (site.x, site.y));
    let places: Vec<(f32, f32)> = sites.chain(board.decoration.iter().map(|(x, y, _)| (*x, *y))).collect();
    let (left, top) = places.iter().fold((f32::MAX, f32::MAX), |(left, top), (x, y)| (left.min(*x), top.min(*y)));
    let (right, foot) = places.iter().fold((0f32, 0f32), |(right, foot), (x, y)| (right.max(*x), foot.max(*y)));
    let width = (right - left) as usize + 1;
    let count = rows.chars().filter(|letter| *letter != ',').count();
    let nth = |x: f32, y: f32| {
        if width * ((foot - top) as usize + 1) == count {
            return (y - top) as usize * width + (x - left) as usize;
        }
        // Boards that are not rectangles write their sites only, from left to right and from top to bottom.
        places.iter().filter(|(other_x, other_y)| (*other_y, *other_x) < (y, x)).count()
    };
    let mut letters = vec!['.'; count];
    for Placed { site, men } in men {
        let site = &board.sites[site.index()];
        if let (true, [man]) = (of_field(site.kind), &men[..]) {
            *letters.get_mut(nth(site.x, site.y))? = man.letter;
        }
    }
    let mut letters = letters.into_iter();
    rows.chars().map(|old| if old == ',' { Some(',') } else { letters.next() }).collect()
}

/// The men on the board, in the order of their sites.
fn on_board<G: Show>(game: &G, men: &[Placed]) -> Vec<Placed> {
    let board = game.board();
    let counts = |placed: &&Placed| board.sites[placed.site.index()].kind != SiteKind::Tray && !placed.men.is_empty();
    let mut standing: Vec<Placed> = men.iter().filter(counts).cloned().collect();
    standing.sort_by_key(|placed| placed.site);
    standing
}
