//! The eight symmetries of the board of five by five squares, on which Py Hy Ky and Tigh are played.

use std::sync::LazyLock;

const SIDE: u32 = 5;
const COUNT: u32 = SIDE * SIDE;
/// Squares of the lower part of a set whose images stand in one table; the upper part has another.
pub const LOW: u32 = 13;
pub const LOW_SET: u32 = (1 << LOW) - 1;
/// How many there are; the first moves nothing.
pub const SYMMETRIES: usize = 8;

/// Where each symmetry takes the squares of each lower part, and of each upper part.
static IMAGES: LazyLock<[[Vec<u32>; 2]; SYMMETRIES]> = LazyLock::new(|| {
    std::array::from_fn(|symmetry| {
        [0..LOW, LOW..COUNT].map(|part| {
            let image = |bits: u32| {
                let squares = part.clone().filter(|index| bits >> (index - part.start) & 1 == 1);
                squares.fold(0, |set, index| set | 1 << turned(index, symmetry))
            };
            (0..1u32 << part.len()).map(image).collect()
        })
    })
});

/// Where a symmetry takes a square: its first two bits mirror, the third exchanges columns and rows.
fn turned(index: u32, symmetry: usize) -> u32 {
    let (mut column, mut row) = (index % SIDE, index / SIDE);
    if symmetry & 1 != 0 {
        column = SIDE - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = SIDE - 1 - row;
    }
    if symmetry & 4 != 0 { SIDE * column + row } else { SIDE * row + column }
}

/// Where a symmetry takes a set of squares.
#[inline]
pub fn image(symmetry: usize, set: u32) -> u32 {
    let [low, high] = &IMAGES[symmetry];
    low[(set & LOW_SET) as usize] | high[(set >> LOW) as usize]
}

/// The images of these sets of squares under each symmetry.
#[inline]
pub fn images<const N: usize>(sets: [u32; N]) -> impl Iterator<Item = [u32; N]> {
    IMAGES.iter().map(move |[low, high]| sets.map(|set| low[(set & LOW_SET) as usize] | high[(set >> LOW) as usize]))
}
