//! What the games with a `pass` share: how the passes made running are written at the end of a position.

use rules::prelude::*;

/// The step of a seat that has no other.
pub const PASS: &str = "pass";

/// Writes `/pass1` after one pass, nothing after none.
pub fn write_passes(f: &mut fmt::Formatter<'_>, passes: u8) -> fmt::Result {
    if passes == 0 { Ok(()) } else { write!(f, "/{PASS}{passes}") }
}

/// Reads `pass1` and so on, up to as many passes as there are seats.
pub fn read_passes(text: &str, seats: u8) -> Option<u8> {
    let passes = grid::whole(text.strip_prefix(PASS)?)?;
    (1..=u32::from(seats)).contains(&passes).then_some(passes as u8)
}
