//! The leaflet's own way of writing a run, with the jumped squares in between: `10x13x16x19x22*`.

use super::{Field, Lasca, NET, Square, Step};
use rules::prelude::{ParsedSteps, read_leniently};

/// Reads the leaflet's style, then everything else that is commonly typed.
pub fn read(game: &Lasca, field: &Field, text: &str) -> ParsedSteps<Step> {
    let text = text.trim().trim_end_matches('*').trim_end();
    leaflet(text).map_or_else(|| read_leniently(game, field, text), ParsedSteps::Steps)
}

/// `17-13-9`: square, jumped square, landing square and so on. In a run written without the jumped
/// squares no two neighbours touch, so the two styles cannot be mistaken for each other.
fn leaflet(text: &str) -> Option<Vec<Step>> {
    let squares: Option<Vec<Square>> =
        text.split(['-', 'x', '–', '—']).map(|square| square.trim().parse().ok()).collect();
    let squares = squares.filter(|squares| squares.len() >= 3 && squares.len() % 2 == 1)?;
    let jump = |places: &[Square]| {
        let [from, over, to] = *places else { return None };
        let (_, between) = NET.way_over(from, to)?;
        (between == over).then_some(Step { from, to, jump: true })
    };
    squares.windows(3).step_by(2).map(jump).collect()
}
