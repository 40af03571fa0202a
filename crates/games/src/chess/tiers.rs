//! Numbering the endings of chess, with the side to move turned to White: by the squares of both kings, up to symmetry, and the
//! places of the other men. Without pawns the board has eight symmetries, with pawns two. Where both kings stand on a diagonal that a
//! symmetry leaves as it is, the lowest of the places it leads to counts. What overlaps, or leaves a king to be taken, is a hole.
//!
//! Positions in which a pawn can be taken in passing have a tier of their own, with the numbers that they would have otherwise.
//! Positions in which somebody may castle are not numbered.

use super::{Chess, Position, Step};
use cozy_chess::{
    BitBoard, BoardBuilder, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use rules::prelude::*;
use rules::tiers::{TurnEnd, choose, rank, unrank};
use std::sync::LazyLock;

/// What can stand beside the kings, in the order of names.
const OTHERS: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
const PAWN: usize = 4;
/// Endings with more men, kings included, are not numbered.
const MOST: u32 = 4;

/// How many men of each kind stand beside the kings of the side to move and of the other, and whether a pawn can be taken in passing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    sides: [[u8; 5]; 2],
    passing: bool,
}

impl Material {
    fn turned(self) -> Material {
        Material { sides: [self.sides[1], self.sides[0]], ..self }
    }

    fn men(self) -> u32 {
        2 + self.sides.iter().flatten().map(|count| u32::from(*count)).sum::<u32>()
    }

    fn pawns(self) -> u8 {
        self.sides[0][PAWN] + self.sides[1][PAWN]
    }

    /// Whether both sides have pawns, so that one may be taken in passing.
    fn has_both_pawns(self) -> bool {
        self.sides.iter().all(|side| side[PAWN] > 0)
    }

    /// Each kind of men that is there: its side, its place in [`OTHERS`] and how many there are.
    fn kinds(self) -> impl DoubleEndedIterator<Item = (usize, usize, u32)> {
        let kinds = (0..2).flat_map(move |side| (0..5).map(move |nth| (side, nth, u32::from(self.sides[side][nth]))));
        kinds.filter(|(.., count)| *count > 0)
    }

    /// The places of all men beside the kings.
    fn places(self) -> u64 {
        self.kinds().map(|(_, nth, count)| choose(ground(nth).len(), count)).product()
    }
}

/// A set of squares as the numbering counts them.
type Set = Squares<Square>;

/// Where men of a kind may stand.
fn ground(nth: usize) -> Set {
    let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
    Set::from_bits(if nth == PAWN { !ends.0 } else { u64::MAX })
}

/// Where each symmetry takes each square: its first two bits mirror, the third exchanges files and ranks.
static IMAGES: [[u8; 64]; 8] = {
    let mut images = [[0; 64]; 8];
    let mut nth = 0;
    while nth < 8 * 64 {
        let (symmetry, square) = (nth / 64, nth as u8 % 64);
        let mirrored = square ^ [0, 7, 56, 63][symmetry & 3];
        images[symmetry][square as usize] =
            if symmetry & 4 == 0 { mirrored } else { mirrored >> 3 | (mirrored & 7) << 3 };
        nth += 1;
    }
    images
};

/// Where a symmetry takes a square.
fn image(symmetry: usize, square: Square) -> Square {
    Square::index(IMAGES[symmetry][square as usize].into())
}

/// Both kings up to symmetry.
struct Kings {
    /// The first squares of each class, of the king to move and of the other.
    first: Vec<[Square; 2]>,
    /// By both squares: their class, and the symmetries, a bit each, that take them to the first of it; no symmetry if they touch.
    class: Vec<(u16, u8)>,
}

/// Without pawns, and with.
static KINGS: [LazyLock<Kings>; 2] = [LazyLock::new(|| Kings::new(8)), LazyLock::new(|| Kings::new(2))];

impl Kings {
    fn of(material: Material) -> &'static Kings {
        &KINGS[usize::from(material.pawns() > 0)]
    }

    fn new(symmetries: usize) -> Kings {
        let mut kings = Kings { first: Vec::new(), class: vec![(0, 0); 64 * 64] };
        let every = Square::ALL.into_iter().flat_map(|own| Square::ALL.map(|other| [own, other]));
        for pair in every.filter(|[own, other]| own != other && !get_king_moves(*own).has(*other)) {
            if kings.class(pair).1 != 0 {
                continue;
            }
            for symmetry in 0..symmetries {
                let [own, other] = pair.map(|king| image(symmetry, king));
                let leads_back = |back: &usize| [own, other].map(|king| image(*back, king)) == pair;
                let back = (0..symmetries).filter(leads_back).fold(0, |bits, back| bits | 1 << back);
                kings.class[64 * own as usize + other as usize] = (kings.first.len() as u16, back);
            }
            kings.first.push(pair);
        }
        kings
    }

    /// The class of two squares, and the symmetries that take them to the first of it; no symmetry if they touch.
    #[inline]
    fn class(&self, [own, other]: [Square; 2]) -> (u16, u8) {
        self.class[64 * own as usize + other as usize]
    }
}

/// All men, those of the side to move first; its pawns go up the board.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Placement {
    kings: [Square; 2],
    others: [[BitBoard; 5]; 2],
}

impl Placement {
    /// `None` if there are more men than are numbered, or if somebody may castle.
    fn of(at: &Position) -> Option<Placement> {
        let board = &at.board;
        if board.occupied().len() > MOST {
            return None;
        }
        let castles = |side| board.castle_rights(side).short.is_some() || board.castle_rights(side).long.is_some();
        if Color::ALL.into_iter().any(castles) {
            return None;
        }
        let mover = board.side_to_move();
        let seen = |set: BitBoard| if mover == Color::White { set } else { set.flip_ranks() };
        let side = |color| OTHERS.map(|piece| seen(board.colored_pieces(color, piece)));
        let king = |color| board.king(color).relative_to(mover);
        Some(Placement { kings: [king(mover), king(!mover)], others: [side(mover), side(!mover)] })
    }

    fn material(&self, passing: bool) -> Material {
        Material { sides: self.others.map(|side| side.map(|set| set.len() as u8)), passing }
    }

    /// The same seen by the other side.
    fn turned(&self) -> Placement {
        let [own, other] = self.kings.map(Square::flip_rank);
        let [own_men, other_men] = self.others.map(|side| side.map(BitBoard::flip_ranks));
        Placement { kings: [other, own], others: [other_men, own_men] }
    }

    fn occupied(&self) -> BitBoard {
        let kings = self.kings[0].bitboard() | self.kings[1].bitboard();
        self.others.iter().flatten().fold(kings, |all, set| all | *set)
    }

    /// Its number if this symmetry takes the kings to the first squares of this class.
    #[inline]
    fn number_by(&self, symmetry: usize, class: u16, material: Material) -> u64 {
        material.kinds().fold(class.into(), |number, (side, nth, count)| {
            let squares = self.others[side][nth].into_iter();
            let set = squares.fold(0, |set, square| set | 1 << IMAGES[symmetry][square as usize]);
            number * choose(ground(nth).len(), count) + rank(Set::from_bits(set), ground(nth))
        })
    }

    /// Its number, and how many symmetries leave it as it is; `None` if the kings touch.
    #[inline]
    fn number(&self, material: Material) -> Option<(u64, u32)> {
        let (class, symmetries) = Kings::of(material).class(self.kings);
        if symmetries.is_power_of_two() {
            return Some((self.number_by(symmetries.ilog2() as usize, class, material), 1));
        }
        let each = (0..8).filter(|nth| symmetries >> nth & 1 == 1);
        let numbers = each.map(|symmetry| self.number_by(symmetry, class, material));
        let lowest = numbers.clone().min()?;
        Some((lowest, numbers.filter(|number| *number == lowest).count() as u32))
    }

    /// The setup with this number; `None` if men overlap or a symmetric one has another number.
    fn numbered(material: Material, number: u64) -> Option<Placement> {
        let mut rest = number;
        let mut others = [[BitBoard::EMPTY; 5]; 2];
        for (side, nth, count) in material.kinds().rev() {
            let size = choose(ground(nth).len(), count);
            others[side][nth] = BitBoard(unrank(rest % size, count, ground(nth)).bits());
            rest /= size;
        }
        let setup = Placement { kings: Kings::of(material).first[rest as usize], others };
        let apart = setup.occupied().len() == material.men();
        (apart && setup.number(material)?.0 == number).then_some(setup)
    }

    /// Whether the side to move could take the king of the other, or the kings touch: no game comes to that.
    fn is_impossible(&self) -> bool {
        let [own, _] = &self.others;
        let (king, occupied) = (self.kings[1], self.occupied());
        let [queens, rooks, bishops, knights, pawns] = *own;
        let attackers = get_rook_moves(king, occupied) & (queens | rooks)
            | get_bishop_moves(king, occupied) & (queens | bishops)
            | get_knight_moves(king) & knights
            | get_pawn_attacks(king, Color::Black) & pawns
            | get_king_moves(king) & self.kings[0].bitboard();
        !attackers.is_empty()
    }

    /// The position with White to move; a pawn that has just come to this file may be taken in passing.
    fn position(&self, passed: Option<File>) -> Option<Position> {
        let mut builder = BoardBuilder::empty();
        for (side, color) in [Color::White, Color::Black].into_iter().enumerate() {
            *builder.square_mut(self.kings[side]) = Some((Piece::King, color));
            for (piece, set) in OTHERS.into_iter().zip(self.others[side]) {
                for square in set {
                    *builder.square_mut(square) = Some((piece, color));
                }
            }
        }
        builder.en_passant = passed.map(|file| Square::new(file, Rank::Sixth));
        let at = Position { board: builder.build().ok()? };
        (passed.is_none() || at.can_take_in_passing()).then_some(at)
    }

    /// The position in which the side to move can take a pawn in passing, if it can.
    fn position_in_passing(&self) -> Option<Position> {
        let [own, other] = self.others.map(|side| side[PAWN] & Rank::Fifth.bitboard());
        // With four men a side has one pawn at most if the other has one.
        let (own, other) = (own.next_square()?, other.next_square()?);
        let beside = (own.file() as u8).abs_diff(other.file() as u8) == 1;
        if beside { self.position(Some(other.file())) } else { None }
    }

    /// The setups, seen by their movers, from which a turn inside the group leads here; `true` with those in which a pawn could be
    /// taken in passing.
    fn before(&self, passing: bool, visit: &mut impl FnMut(Placement, bool)) {
        let both_pawns = self.material(passing).has_both_pawns();
        // Seen by the side that has moved.
        let here = self.turned();
        let occupied = here.occupied();
        let mut back = |before: Placement, is_double: bool| {
            if before.is_impossible() {
                return;
            }
            // Two squares ahead beside a pawn that can take there: that is the position in passing.
            if both_pawns && (passing || is_double) && passing != (is_double && self.position_in_passing().is_some()) {
                return;
            }
            visit(before, false);
            if both_pawns && before.position_in_passing().is_some() {
                visit(before, true);
            }
        };
        let king = here.kings[0];
        for from in get_king_moves(king) & !occupied {
            back(Placement { kings: [from, here.kings[1]], ..here }, false);
        }
        for (nth, piece) in OTHERS.into_iter().enumerate() {
            for to in here.others[0][nth] {
                let origins = match piece {
                    Piece::Queen => get_rook_moves(to, occupied) | get_bishop_moves(to, occupied),
                    Piece::Rook => get_rook_moves(to, occupied),
                    Piece::Bishop => get_bishop_moves(to, occupied),
                    Piece::Knight => get_knight_moves(to),
                    _ => pawn_origins(to, occupied),
                };
                for from in origins & !occupied {
                    let mut before = here;
                    before.others[0][nth] ^= from.bitboard() | to.bitboard();
                    let is_double = piece == Piece::Pawn && to.rank() as u8 - from.rank() as u8 == 2;
                    back(before, is_double);
                }
            }
        }
    }
}

/// Where a white pawn may have come from without taking.
fn pawn_origins(to: Square, occupied: BitBoard) -> BitBoard {
    let one = to.bitboard().0 >> 8 & !Rank::First.bitboard().0 & !occupied.0;
    let two = if to.rank() == Rank::Fourth { one >> 8 } else { 0 };
    BitBoard(one | two)
}

impl Tiers for Chess {
    type Tier = Material;
    const MEN: u32 = 4;
    const SHIPPED: u32 = 3;
    const TAKES_BACK: bool = true;
    const NANOSECONDS: u64 = 2_500;

    /// Captures lead to fewer men, promotions to fewer pawns.
    fn groups(&self, men: u32) -> Vec<Vec<Material>> {
        let mut sides: Vec<[u8; 5]> = vec![[0; 5]];
        for first in 0..5 {
            let mut one = [0; 5];
            one[first] += 1;
            sides.push(one);
            for second in first..5 {
                let mut two = one;
                two[second] += 1;
                sides.push(two);
            }
        }
        let pairs = sides.iter().flat_map(|own| sides.iter().map(move |other| [*own, *other]));
        let mut groups = Vec::new();
        for tier in pairs.map(|sides| Material { sides, passing: false }) {
            if tier.men() > men.min(MOST) || tier < tier.turned() {
                continue;
            }
            let mut group = if tier == tier.turned() { vec![tier] } else { vec![tier, tier.turned()] };
            if tier.has_both_pawns() {
                group.push(Material { passing: true, ..tier });
            }
            groups.push(group);
        }
        groups.sort_by_key(|group| (group[0].men(), group[0].pawns()));
        groups
    }

    fn size(&self, tier: Material) -> u64 {
        Kings::of(tier).first.len() as u64 * tier.places()
    }

    fn tier(&self, at: &Position) -> Option<Material> {
        Some(Placement::of(at)?.material(at.can_take_in_passing()))
    }

    fn number(&self, at: &Position) -> Option<(Material, u64)> {
        let setup = Placement::of(at)?;
        let tier = setup.material(at.can_take_in_passing());
        setup.number(tier).map(|(number, _)| (tier, number))
    }

    fn position(&self, tier: Material, number: u64) -> Option<Position> {
        let setup = Placement::numbered(tier, number)?;
        if tier.passing {
            return setup.position_in_passing();
        }
        if setup.is_impossible() { None } else { setup.position(None) }
    }

    fn leads_to(&self, group: &[Material]) -> Vec<Material> {
        let mut below = Vec::new();
        for Material { sides: [own, other], .. } in group {
            let taken = (0..5).filter(|nth| other[*nth] > 0).map(|nth| less(*other, nth));
            for left in taken.chain([*other]) {
                let promoted = (0..PAWN).filter(|_| own[PAWN] > 0).map(|nth| more(less(*own, PAWN), nth));
                below.extend(promoted.chain([*own]).map(|own| Material { sides: [left, own], passing: false }));
            }
        }
        below.sort_unstable();
        below.dedup();
        below.retain(|tier| !group.contains(tier));
        below
    }

    fn before(&self, at: &Position, visit: &mut impl FnMut(Position)) {
        let Some(setup) = Placement::of(at) else { return };
        setup.before(at.can_take_in_passing(), &mut |before, passing| {
            let at = if passing { before.position_in_passing() } else { before.position(None) };
            at.into_iter().for_each(&mut *visit);
        });
    }

    /// Boards take longer to build than to number.
    fn numbers_before(&self, at: &Position, _: bool, visit: &mut impl FnMut(Material, u64, u32)) {
        let Some(setup) = Placement::of(at) else { return };
        let turned = setup.material(false).turned();
        setup.before(at.can_take_in_passing(), &mut |before, passing| {
            let tier = Material { passing, ..turned };
            let (number, symmetries) = before.number(tier).expect("kings do not touch");
            visit(tier, number, symmetries);
        });
    }

    fn symmetries(&self, at: &Position) -> u32 {
        let number = Placement::of(at).and_then(|setup| setup.number(setup.material(false)));
        number.map_or(1, |(_, symmetries)| symmetries)
    }

    /// Captures and promotions leave the group.
    fn turns_out(
        &self,
        at: &Position,
        _: &[Material],
        _: &mut Spare<Step>,
        visit: &mut impl FnMut(TurnEnd<Position>),
    ) -> u32 {
        let mover = at.board.side_to_move();
        let enemies = at.board.colors(!mover);
        let passed = at.passed_square().map_or(BitBoard::EMPTY, Square::bitboard);
        let last = Rank::Eighth.relative_to(mover).bitboard();
        let mut inside = 0;
        at.board.generate_moves(|moves| {
            let leaving = if moves.piece == Piece::Pawn { enemies | passed | last } else { enemies };
            inside += (moves.to & !leaving).len();
            if !(moves.to & leaving).is_empty() {
                for played in moves.into_iter().filter(|played| leaving.has(played.to)) {
                    let mut next = at.clone();
                    next.board.play_unchecked(played);
                    visit(TurnEnd::Next(next));
                }
            }
            false
        });
        inside
    }
}

/// A side with one man of a kind fewer.
fn less(mut side: [u8; 5], nth: usize) -> [u8; 5] {
    side[nth] -= 1;
    side
}

/// A side with one man of a kind more.
fn more(mut side: [u8; 5], nth: usize) -> [u8; 5] {
    side[nth] += 1;
    side
}

const LETTERS: [char; 5] = ['q', 'r', 'b', 'n', 'p'];
/// Ends the name of a tier in which a pawn can be taken in passing.
const IN_PASSING: &str = "-ep";

/// `kbn-k`: the men of the side to move, then of the other; `kp-kp-ep` where a pawn can be taken in passing.
impl Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, side) in self.sides.iter().enumerate() {
            f.write_str(if nth == 0 { "k" } else { "-k" })?;
            for (letter, count) in LETTERS.into_iter().zip(side) {
                f.write_str(&letter.to_string().repeat((*count).into()))?;
            }
        }
        f.write_str(if self.passing { IN_PASSING } else { "" })
    }
}

impl FromStr for Material {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Material, Unreadable> {
        let expected = || Unreadable::expected("the men of both sides, such as kbn-k");
        let (men, passing) = text.strip_suffix(IN_PASSING).map_or((text, false), |men| (men, true));
        let (own, other) = men.split_once('-').ok_or_else(expected)?;
        let side = |text: &str| {
            let others = text.strip_prefix('k').filter(|others| others.len() <= 2)?;
            let places = others.chars().map(|letter| LETTERS.iter().position(|known| *known == letter));
            places.collect::<Option<Vec<usize>>>().map(|places| places.into_iter().fold([0; 5], more))
        };
        let sides = [side(own).ok_or_else(expected)?, side(other).ok_or_else(expected)?];
        Ok(Material { sides, passing })
    }
}
