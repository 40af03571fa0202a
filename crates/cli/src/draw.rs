//! A board in letters, drawn from `Show` like every other picture of it.

use anstyle::{AnsiColor, Style};
use library::{AnyGame, AnyPosition, Match};
use rules::Status;
use rules::clause::{AGREEMENT, RESIGNATION};
use rules::show::{Board, Effect, Man, Placed, SiteId, SiteKind};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::sync::{Arc, OnceLock};

/// Colours only help: seats already differ by their letters.
const SEATS: [AnsiColor; 4] = [AnsiColor::Yellow, AnsiColor::Cyan, AnsiColor::Green, AnsiColor::Magenta];
const DIM: Style = Style::new().dimmed();

/// Whether boards keep to letters: asked for, or no terminal that shows more.
static ASCII: OnceLock<bool> = OnceLock::new();

/// Keeps boards to letters if this was asked for; otherwise the terminal decides.
pub fn keep_to_ascii(asked: bool) {
    let _ = ASCII.set(asked || !shows_unicode());
}

fn shows_unicode() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names.iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    let utf8 = locale.is_some_and(|value| value.to_ascii_lowercase().replace('-', "").contains("utf8"));
    utf8 && std::io::stdout().is_terminal()
}

pub fn is_ascii() -> bool {
    *ASCII.get_or_init(|| !shows_unicode())
}

/// Draws a position that was set up.
pub fn draw_set_up(game: &Arc<dyn AnyGame>, at: &AnyPosition) -> String {
    draw(&Match::from(game.clone(), at.clone()), at)
}

/// Draws a position of a match; if it ends the game, the sites that decided it are marked.
pub fn draw(played: &Match, at: &AnyPosition) -> String {
    let decided = deciding(&**played.game(), at, played.game().status(at));
    draw_marked(played, at, &Marks { touched: &[], decided: &decided })
}

/// Draws a match as it stands: the last turn is marked, and at the end of the game what decided it.
pub fn draw_now(played: &Match) -> String {
    let at = played.position();
    let decided = deciding(&**played.game(), at, played.status());
    draw_marked(played, at, &Marks { touched: &last_turn(played), decided: &decided })
}

/// Sites that are marked in a picture.
#[derive(Clone, Copy, Default)]
pub struct Marks<'a> {
    /// In brackets: where the last turn has been.
    pub touched: &'a [SiteId],
    /// Between asterisks: what decided the game.
    pub decided: &'a [SiteId],
}

/// The sites on the board that decided a game, if the board has ended it.
pub fn deciding(game: &dyn AnyGame, at: &AnyPosition, status: Status) -> Vec<SiteId> {
    let Status::Over(outcome, clause) = status else { return Vec::new() };
    if [RESIGNATION, AGREEMENT].contains(&clause) {
        return Vec::new();
    }
    let on_board = |site: &SiteId| game.board().sites[site.index()].kind != SiteKind::Tray;
    game.ending(at, outcome, clause).sites.into_iter().filter(on_board).collect()
}

/// Draws a position of a match, with labels or site names, what lies beside the board, and marks.
pub fn draw_marked(played: &Match, at: &AnyPosition, marks: &Marks<'_>) -> String {
    let game = &**played.game();
    let board = game.board();
    let pieces = played.pieces_at(at).into_iter();
    let men: HashMap<SiteId, Vec<Man>> = pieces.map(|Placed { site, men }| (site, men)).collect();
    let signs = if is_ascii() { &[][..] } else { signs(game) };
    let picture = Picture::of(board, &men, marks, signs);
    let mut text = String::new();
    picture.write(board, &mut text);
    write_trays(game, board, &men, &mut text);
    if !marks.decided.is_empty() {
        let _ = writeln!(text, "   *marked*: what decided the game");
    }
    text
}

/// The sites on the board that the last turn of a match has touched.
pub fn last_turn(played: &Match) -> Vec<SiteId> {
    let last = played.turns().last().map_or(0, |turn| turn.steps.len());
    let steps = played.steps_taken().skip(played.length() - last);
    steps.flat_map(|(at, step)| touched_by(&**played.game(), at, step)).collect()
}

/// The sites on the board that a step touches.
pub fn touched_by(game: &dyn AnyGame, at: &AnyPosition, step: &str) -> Vec<SiteId> {
    let touched = game.effects(at, step).into_iter().flatten().flat_map(Effect::sites);
    touched.filter(|site| game.board().sites[site.index()].kind != SiteKind::Tray).collect()
}

/// A letter and the sign that a terminal shows for it.
type Sign = (char, char);

const DISCS: &[Sign] = &[('w', '○'), ('b', '●'), ('W', '◎'), ('B', '◉')];
const CHESSMEN: &[Sign] = &[
    ('K', '♔'),
    ('Q', '♕'),
    ('R', '♖'),
    ('B', '♗'),
    ('N', '♘'),
    ('P', '♙'),
    ('k', '♚'),
    ('q', '♛'),
    ('r', '♜'),
    ('b', '♝'),
    ('n', '♞'),
    ('p', '♟'),
];

/// The signs for a game's men; where letters tell more, there are none.
fn signs(game: &dyn AnyGame) -> &'static [Sign] {
    let are = |signs: &[Sign]| game.men().iter().all(|man| signs.iter().any(|(letter, _)| *letter == man.letter));
    if game.about().id == "chess" {
        CHESSMEN
    } else if are(DISCS) {
        DISCS
    } else {
        &[]
    }
}

/// How a man, or a heap of them, is written; seen from the top of a stack.
fn letters(kind: SiteKind, men: &[Man], signs: &[Sign]) -> Vec<(String, Style)> {
    let style = |man: &Man| SEATS[man.seat.index()].on_default().bold();
    let sign = |letter: char| signs.iter().find(|(known, _)| *known == letter).map_or(letter, |(_, sign)| *sign);
    match (kind, men) {
        (SiteKind::Pit, [.., top]) => vec![(men.len().to_string(), style(top))],
        _ => men.iter().rev().map(|man| (sign(man.letter).to_string(), style(man))).collect(),
    }
}

/// What an empty site looks like: men may stand there, so something is seen, light or dark.
fn empty(name: &str, chequered: bool) -> &'static str {
    match name {
        "light" => ".",
        "dark" if chequered => ":",
        name => ground(name),
    }
}

/// What a place looks like that is only looked at.
fn ground(name: &str) -> &'static str {
    match name {
        "light" => " ",
        "block" => "#",
        "corridor" => ":",
        _ if name.starts_with("lodge") => "_",
        _ => ".",
    }
}

/// One place of the picture: a name above and men below, and which lines leave it.
#[derive(Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each side is a fact of its own")]
struct PictureCell {
    name: String,
    men: Vec<(String, Style)>,
    /// What stands before and after the men.
    mark: Option<(&'static str, &'static str)>,
    left: bool,
    right: bool,
    above: bool,
    below: bool,
}

/// The board as a grid of spots of equal width.
struct Picture {
    columns: usize,
    rows: usize,
    width: usize,
    named: bool,
    spots: Vec<PictureCell>,
}

impl Picture {
    fn of(board: &Board, men: &HashMap<SiteId, Vec<Man>>, marks: &Marks<'_>, signs: &[Sign]) -> Picture {
        let (columns, rows) = (board.width.ceil() as usize, board.height.ceil() as usize);
        let named = board.columns.is_empty();
        let mut spots = vec![PictureCell::default(); columns * rows];
        let played_on =
            |ground: &str| board.sites.iter().any(|site| site.kind == SiteKind::Cell && site.ground == ground);
        let chequered = played_on("light") && played_on("dark");
        let index = |x: f32, y: f32| (y as usize).min(rows - 1) * columns + (x as usize).min(columns - 1);
        for (x, y, name) in &board.decoration {
            spots[index(*x, *y)].men = vec![(ground(name).to_string(), DIM)];
        }
        for (id, site) in board.ids().zip(&board.sites).filter(|(_, site)| site.kind != SiteKind::Tray) {
            let spot = &mut spots[index(site.x, site.y)];
            let men = men.get(&id).map_or(&[][..], Vec::as_slice);
            spot.men = letters(site.kind, men, signs);
            spot.mark = if marks.decided.contains(&id) {
                Some(("*", "*"))
            } else {
                marks.touched.contains(&id).then_some(("[", "]"))
            };
            if spot.men.is_empty() {
                spot.men = vec![(empty(site.ground, chequered).to_string(), DIM)];
            }
            if named {
                // On a track the name is a word and a number; the number tells.
                spot.name = site.name.split(' ').next_back().unwrap_or_default().to_string();
            }
        }
        for (from, to) in &board.lines {
            let (from, to) = (&board.sites[from.index()], &board.sites[to.index()]);
            connect(&mut spots, columns, (from.x, from.y), (to.x, to.y));
        }
        let wide = |spot: &PictureCell| {
            spot.men.iter().map(|(text, _)| text.chars().count()).sum::<usize>().max(spot.name.len())
        };
        let width = spots.iter().map(wide).max().unwrap_or(1) + 2;
        Picture { columns, rows, width, named, spots }
    }

    fn write(&self, board: &Board, text: &mut String) {
        let framed = board.lines.is_empty();
        let (corners, level, upright) =
            if is_ascii() { (["+", "+", "+", "+"], "-", "|") } else { (["┌", "┐", "└", "┘"], "─", "│") };
        let edge = |left: &str, right: &str| format!("    {left}{}{right}", level.repeat(self.columns * self.width));
        let side = if framed { upright } else { " " };
        if framed {
            let _ = writeln!(text, "{}", edge(corners[0], corners[1]));
        }
        for row in 0..self.rows {
            let spots = &self.spots[row * self.columns..(row + 1) * self.columns];
            if self.named {
                let line: String = spots.iter().map(|spot| self.name_line(spot)).collect();
                let _ = writeln!(text, "{}", format!("    {side}{line}{side}").trim_end());
            }
            let label = board.rows.iter().find(|(y, _)| *y as usize == row).map_or("", |(_, label)| label);
            let line: String = spots.iter().map(|spot| self.men_line(spot)).collect();
            let _ = writeln!(text, "{}", format!("{label:>3} {side}{line}{side}").trim_end());
        }
        if framed {
            let _ = writeln!(text, "{}", edge(corners[2], corners[3]));
        }
        if !self.named {
            let mut line = String::new();
            for column in 0..self.columns {
                let label = board.columns.iter().find(|(x, _)| *x as usize == column);
                let _ = write!(line, "{:^1$}", label.map_or("", |(_, label)| label), self.width);
            }
            let _ = writeln!(text, "     {}", line.trim_end());
        }
    }

    /// The upper line of a spot: its name, or the line that passes it upright.
    fn name_line(&self, spot: &PictureCell) -> String {
        let name = if spot.name.is_empty() && spot.above { "|" } else { &spot.name };
        self.centred(&[(name.to_string(), DIM)], " ", " ", None)
    }

    /// The lower line of a spot: its men, and the lines that leave it sideways.
    fn men_line(&self, spot: &PictureCell) -> String {
        let fill = |line: bool| if line { format!("{DIM}-{DIM:#}") } else { " ".to_string() };
        let through = match (spot.above && spot.below, spot.left && spot.right) {
            (true, _) => "|",
            (_, true) => "-",
            _ => " ",
        };
        let men = if spot.men.is_empty() { &[(through.to_string(), DIM)] } else { &spot.men[..] };
        self.centred(men, &fill(spot.left), &fill(spot.right), spot.mark)
    }

    /// Styled texts in the middle of a spot's width, with something on either side, between its marks if it has any.
    fn centred(&self, texts: &[(String, Style)], left: &str, right: &str, mark: Option<(&str, &str)>) -> String {
        let wide: usize = texts.iter().map(|(text, _)| text.chars().count()).sum();
        let before = (self.width - wide) / 2;
        let after = self.width - wide - before;
        let (open, close) = mark.unwrap_or((left, right));
        let mut line = left.repeat(before - 1) + open;
        for (text, style) in texts {
            if text.trim().is_empty() {
                line.push_str(text);
            } else {
                let _ = write!(line, "{style}{text}{style:#}");
            }
        }
        line + close + &right.repeat(after - 1)
    }
}

/// Marks the spots that a line along a row or a column passes or touches.
fn connect(spots: &mut [PictureCell], columns: usize, from: (f32, f32), to: (f32, f32)) {
    let (low, high) = if from <= to { (from, to) } else { (to, from) };
    let (left, top, right, bottom) = (low.0 as usize, low.1 as usize, high.0 as usize, high.1 as usize);
    if top == bottom {
        for column in left..=right {
            let spot = &mut spots[top * columns + column];
            spot.left |= column > left;
            spot.right |= column < right;
        }
    } else if left == right {
        for row in top..=bottom {
            let spot = &mut spots[row * columns + left];
            spot.above |= row > top;
            spot.below |= row < bottom;
        }
    }
}

/// What lies beside the board, one line a tray: "White in hand: 9 checkers".
fn write_trays(game: &dyn AnyGame, board: &Board, men: &HashMap<SiteId, Vec<Man>>, text: &mut String) {
    for (id, site) in board.ids().zip(&board.sites).filter(|(_, site)| site.kind == SiteKind::Tray) {
        let men = men.get(&id).map_or(&[][..], Vec::as_slice);
        let mut heaps: Vec<(Man, usize)> = Vec::new();
        for man in men {
            match heaps.iter_mut().find(|(known, _)| known == man) {
                Some((_, count)) => *count += 1,
                None => heaps.push((*man, 1)),
            }
        }
        if heaps.is_empty() {
            continue;
        }
        let (what, number) = site.name.rsplit_once(' ').unwrap_or((&site.name, ""));
        let seats = game.about().seats;
        let seat = number.parse::<usize>().ok().and_then(|number| seats.get(number.wrapping_sub(1)));
        let heaps: Vec<String> = heaps.iter().map(|(man, count)| counted(man, *count)).collect();
        let seat = seat.unwrap_or(&"");
        let whose = if what.ends_with(" by") { format!("{what} {seat}") } else { format!("{seat} {what}") };
        let _ = writeln!(text, "   {whose}: {}", heaps.join(", "));
    }
}

fn counted(man: &Man, count: usize) -> String {
    let style = SEATS[man.seat.index()].on_default().bold();
    let kind = if count == 1 { man.kind.to_string() } else { plural(man.kind) };
    format!("{count} {kind} ({style}{}{style:#})", man.letter)
}

/// Several of a kind of man.
fn plural(kind: &str) -> String {
    match kind {
        "goose" => "geese".to_string(),
        "fox" => "foxes".to_string(),
        _ => kind.strip_suffix("man").map_or_else(|| format!("{kind}s"), |stem| format!("{stem}men")),
    }
}
