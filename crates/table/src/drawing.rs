//! Boards and men as SVG: what a page shows before its scripts run, and the ground on which they go on drawing.
//!
//! A cell is 100 units. Symbols stand in `ui/symbols.svg`; the style sheet gives colours and lines.

use library::{AnyGame, AnyPosition};
use rules::show::{Board, Drawing, Man, Placed, SiteKind};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

/// How a board lies: as it is, half turned, or a quarter turned for screens that are narrow or low.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Lie {
    /// Seat 1 sits at the top.
    pub flipped: bool,
    /// A quarter turn.
    pub turned: bool,
}

impl Lie {
    /// Every way to lie, and what it is called in the API.
    pub const ALL: [(&'static str, Lie); 4] = [
        ("straight", Lie { flipped: false, turned: false }),
        ("flipped", Lie { flipped: true, turned: false }),
        ("turned", Lie { flipped: false, turned: true }),
        ("both", Lie { flipped: true, turned: true }),
    ];
}

/// A board on paper: where each of its places is drawn.
struct Plan<'a> {
    board: &'a Board,
    lie: Lie,
    width: f32,
    height: f32,
}

type Coordinates = (f32, f32);

impl<'a> Plan<'a> {
    fn new(board: &'a Board, lie: Lie) -> Plan<'a> {
        let (wide, high) = if lie.turned { (board.height, board.width) } else { (board.width, board.height) };
        Plan { board, lie, width: wide * 100.0, height: high * 100.0 }
    }

    fn place(&self, x: f32, y: f32) -> Coordinates {
        let Board { width, height, .. } = *self.board;
        let (x, y) = if self.lie.flipped { (width - x, height - y) } else { (x, y) };
        if self.lie.turned { ((height - y) * 100.0, x * 100.0) } else { (x * 100.0, y * 100.0) }
    }

    /// The middles of all sites of these kinds.
    fn middles(&self, among: impl Fn(SiteKind) -> bool) -> Vec<Coordinates> {
        let sites = self.board.sites.iter().filter(|site| among(site.kind));
        sites.map(|site| self.place(site.x, site.y)).collect()
    }

    fn has(&self, kind: SiteKind) -> bool {
        self.board.sites.iter().any(|site| site.kind == kind)
    }

    /// Whether the board is a full rectangle.
    fn is_whole(&self) -> bool {
        let cells = self.middles(|kind| kind != SiteKind::Tray).len() + self.board.decoration.len();
        let all = self.board.width * self.board.height;
        !self.board.lines.is_empty() || self.has(SiteKind::Pennant) || cells as f32 >= all
    }

    fn view_box(&self, labels: bool) -> String {
        let rim = labels && !self.board.columns.is_empty() && !self.has(SiteKind::Pennant);
        let edge = if rim { 44.0 } else { 20.0 };
        format!("{} -20 {} {}", -edge, self.width + edge + 20.0, self.height + 20.0 + edge)
    }
}

/// What is printed: frame, squares, lines, and labels if wanted. One group.
pub fn ground(game: &dyn AnyGame, lie: Lie, labels: bool) -> String {
    let plan = Plan::new(game.board(), lie);
    let mut svg = String::from(r#"<g class="b-ground" aria-hidden="true">"#);
    frame(&plan, &mut svg);
    if plan.has(SiteKind::Pennant) {
        rect(&mut svg, "sq-f", (0.0, 0.0), plan.width, plan.height);
    }
    squares(&plan, &mut svg);
    if plan.has(SiteKind::Point) {
        points(&plan, &mut svg);
    }
    if plan.has(SiteKind::Pennant) {
        track(&plan, &mut svg);
    } else if !plan.has(SiteKind::Point) {
        grid(&plan, &mut svg);
    }
    if plan.board.sites.iter().any(|site| site.ground.starts_with("lodge")) {
        for x in [100.0, plan.width - 100.0] {
            for y in [100.0, plan.height - 100.0] {
                stamp(&mut svg, "crown", (x, y), 104.0, "orn");
            }
        }
    }
    if labels {
        names(&plan, &mut svg);
    }
    svg + "</g>"
}

fn rect(svg: &mut String, class: &str, (x, y): Coordinates, width: f32, height: f32) {
    let _ = write!(svg, r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#);
}

fn path(svg: &mut String, class: &str, d: &str) {
    let _ = write!(svg, r#"<path class="{class}" d="{d}"/>"#);
}

/// One of the symbols, centred on a place.
fn stamp(svg: &mut String, drawing: &str, (x, y): Coordinates, size: f32, class: &str) {
    let class = if class.is_empty() { String::new() } else { format!(r#" class="{class}""#) };
    let (x, y) = (x - size / 2.0, y - size / 2.0);
    let _ = write!(svg, r##"<use href="#{drawing}" x="{x}" y="{y}" width="{size}" height="{size}"{class}/>"##);
}

fn text(svg: &mut String, class: &str, (x, y): Coordinates, anchor: &str, words: &str) {
    let anchor = if anchor.is_empty() { String::new() } else { format!(r#" text-anchor="{anchor}""#) };
    let _ = write!(svg, r#"<text class="{class}"{anchor} x="{x}" y="{y}">{words}</text>"#);
}

/// The square around a middle, as part of a path.
fn block((x, y): Coordinates) -> String {
    format!("M{} {}h100v100h-100Z", x - 50.0, y - 50.0)
}

/// The double line around a board, whatever its outline.
fn frame(plan: &Plan<'_>, svg: &mut String) {
    if plan.is_whole() {
        rect(svg, "fr", (-18.0, -18.0), plan.width + 36.0, plan.height + 36.0);
        rect(svg, "fr2", (-11.0, -11.0), plan.width + 22.0, plan.height + 22.0);
        rect(svg, "sq-l", (0.0, 0.0), plan.width, plan.height);
    } else {
        let outline: String = plan.middles(|kind| kind != SiteKind::Tray).into_iter().map(block).collect();
        path(svg, "fr-out", &outline);
        path(svg, "fr-in", &outline);
    }
}

/// The fill of a ground, and its hatching.
fn fill(ground: &str) -> (&'static str, Option<&'static str>) {
    match ground {
        "dark" => ("sq-d", Some("hatch")),
        "field" => ("sq-f", None),
        "lodge-1" => ("sq-g", Some("hatch-gules")),
        "lodge-2" => ("sq-a", Some("hatch-azure")),
        "field-1" => ("sq-d1", Some("hatch")),
        "field-2" => ("sq-d2", Some("hatch")),
        "back" => ("sq-d", Some("hatch-level")),
        _ => ("sq-l", None),
    }
}

/// The squares, those of one ground in one path.
fn squares(plan: &Plan<'_>, svg: &mut String) {
    let decoration = plan.board.decoration.iter().map(|(x, y, ground)| (*ground, plan.place(*x, *y)));
    let sites = plan.board.sites.iter().filter(|site| matches!(site.kind, SiteKind::Cell | SiteKind::Pit));
    let all: Vec<(&str, Coordinates)> =
        decoration.chain(sites.map(|site| (site.ground, plan.place(site.x, site.y)))).collect();
    let mut drawn: HashSet<&str> = HashSet::new();
    for (ground, _) in &all {
        if !drawn.insert(ground) {
            continue;
        }
        let d: String = all.iter().filter(|(other, _)| other == ground).map(|(_, middle)| block(*middle)).collect();
        let (class, hatching) = fill(ground);
        path(svg, class, &d);
        if let Some(hatching) = hatching {
            let _ = write!(svg, r#"<path fill="url(#{hatching})" d="{d}"/>"#);
        }
    }
    for (ground, (x, y)) in all {
        match ground {
            "star" => stamp(svg, "rose", (x, y), 96.0, "orn-soft"),
            "block" => stamp(svg, "block", (x, y), 84.0, ""),
            "diamond" => {
                let d = format!("M{x} {}L{} {y}L{x} {}L{} {y}Z", y - 44.0, x + 44.0, y + 44.0, x - 44.0);
                path(svg, "ln", &d);
            }
            _ => {}
        }
    }
}

/// The smallest and the greatest of some points.
fn bounds(points: &[Coordinates]) -> (f32, f32, f32, f32) {
    let least = |of: fn(&Coordinates) -> f32| points.iter().map(of).fold(f32::INFINITY, f32::min);
    let most = |of: fn(&Coordinates) -> f32| points.iter().map(of).fold(f32::NEG_INFINITY, f32::max);
    (least(|point| point.0), least(|point| point.1), most(|point| point.0), most(|point| point.1))
}

/// Lines between squares that have no colour to part them, and the board's edge.
fn grid(plan: &Plan<'_>, svg: &mut String) {
    let board = plan.board;
    if board.sites.iter().any(|site| matches!(site.ground, "field" | "front" | "corridor")) {
        let d: String = plan.middles(|kind| kind != SiteKind::Tray).into_iter().map(block).collect();
        path(svg, "ln-thin", &d);
    }
    if plan.is_whole() {
        rect(svg, "ln", (0.0, 0.0), plan.width, plan.height);
    }
    if board.sites.iter().any(|site| site.ground.starts_with("lodge")) {
        let inner: Vec<Coordinates> =
            board.sites.iter().filter(|site| site.ground == "field").map(|site| plan.place(site.x, site.y)).collect();
        let (left, top, right, bottom) = bounds(&inner);
        rect(svg, "ln-2", (left - 50.0, top - 50.0), right - left + 100.0, bottom - top + 100.0);
    }
    if plan.has(SiteKind::Pit) {
        let ((x1, y1), (x2, y2)) = (plan.place(0.0, board.height / 2.0), plan.place(board.width, board.height / 2.0));
        path(svg, "ln-4", &format!("M{x1} {y1}L{x2} {y2}"));
        sowing(plan, svg);
    }
}

/// An arrowhead on each line between two pits, the way men are sown.
fn sowing(plan: &Plan<'_>, svg: &mut String) {
    let pits = plan.board.sites.iter().filter(|site| site.kind == SiteKind::Pit);
    let mut rings: BTreeMap<Option<char>, Vec<Coordinates>> = BTreeMap::new();
    for pit in pits {
        rings.entry(pit.name.chars().next()).or_default().push(plan.place(pit.x, pit.y));
    }
    let mut d = String::new();
    for ring in rings.values() {
        for ((x1, y1), (x2, y2)) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let (x, y) = (f32::midpoint(*x1, *x2), f32::midpoint(*y1, *y2));
            let (along, down) = ((x2 - x1).signum() * 5.0, (y2 - y1).signum() * 5.0);
            if (y1 - y2).abs() < 1.0 {
                let _ = write!(d, "M{} {}L{} {y}L{} {}", x - along, y - 9.0, x + along, x - along, y + 9.0);
            } else {
                let _ = write!(d, "M{} {}L{x} {}L{} {}", x - 9.0, y - down, y + down, x + 9.0, y - down);
            }
        }
    }
    path(svg, "sow", &d);
}

/// Points and the lines that join them.
fn points(plan: &Plan<'_>, svg: &mut String) {
    let middle = |nth: usize| plan.place(plan.board.sites[nth].x, plan.board.sites[nth].y);
    let line = |(from, to): &(rules::show::SiteId, rules::show::SiteId)| {
        let ((x1, y1), (x2, y2)) = (middle(from.index()), middle(to.index()));
        format!("M{x1} {y1}L{x2} {y2}")
    };
    path(svg, "ln-2", &plan.board.lines.iter().map(line).collect::<String>());
    let (x, y) = (plan.width / 2.0, plan.height / 2.0);
    stamp(svg, "rose", (x, y), 100.0, "orn-soft");
    let _ = write!(svg, r#"<circle class="ln-thin" cx="{x}" cy="{y}" r="44"/>"#);
    for (x, y) in plan.middles(|kind| kind == SiteKind::Point) {
        let _ = write!(svg, r#"<circle class="pt" cx="{x}" cy="{y}" r="13"/>"#);
    }
}

/// The field inside a track: left, top, right, bottom.
fn field(plan: &Plan<'_>) -> (f32, f32, f32, f32) {
    let mut cells = plan.middles(|kind| kind == SiteKind::Cell);
    cells.extend(plan.board.decoration.iter().map(|(x, y, _)| plan.place(*x, *y)));
    let (left, top, right, bottom) = bounds(&cells);
    (left - 50.0, top - 50.0, right + 50.0, bottom + 50.0)
}

/// Which way a place of a track lies from the field: -1, 0 or 1 along and down.
fn outwards(plan: &Plan<'_>, (x, y): Coordinates) -> Coordinates {
    let (left, top, right, bottom) = field(plan);
    let beyond = |at: f32, low: f32, high: f32| f32::from(i8::from(at > high) - i8::from(at < low));
    (beyond(x, left, right), beyond(y, top, bottom))
}

/// A track of pennants around the field, each pointing outwards.
fn track(plan: &Plan<'_>, svg: &mut String) {
    let (left, top, right, bottom) = field(plan);
    rect(svg, "ln-2", (left, top), right - left, bottom - top);
    for (nth, site) in plan.board.sites.iter().enumerate().filter(|(_, site)| site.kind == SiteKind::Pennant) {
        let (x, y) = plan.place(site.x, site.y);
        let (out_x, out_y) = outwards(plan, (x, y));
        let turn = out_y.atan2(out_x).to_degrees() + 90.0;
        let class = if site.ground == "star" {
            "pen-s"
        } else if nth % 2 == 1 {
            "pen-d"
        } else {
            "pen-l"
        };
        let (px, py) = (x - out_x * 2.0, y - out_y * 2.0);
        let _ = write!(
            svg,
            r#"<path class="pen {class}" transform="translate({px} {py}) rotate({turn})" d="M-38 28H38L0 -42Z"/>"#
        );
        if site.ground == "star" {
            stamp(svg, "star", (x - out_x * 4.0, y - out_y * 4.0 - 2.0), 30.0, "orn");
        }
    }
}

/// Letters and numbers at the edge, or each site's own name on it.
fn names(plan: &Plan<'_>, svg: &mut String) {
    let board = plan.board;
    let turned = plan.lie.turned;
    svg.push_str(r#"<g class="b-labels">"#);
    for (x, label) in &board.columns {
        let (px, py) = plan.place(*x, 0.0);
        let at = if turned { (-26.0, py + 6.0) } else { (px, plan.height + 36.0) };
        text(svg, "num-rim", at, "", label);
    }
    for (y, label) in &board.rows {
        if plan.has(SiteKind::Pennant) {
            for edge in [0.9, board.width - 0.9] {
                let (x, y) = plan.place(edge, *y);
                text(svg, "num-big", (x, y + 9.0), "middle", label);
            }
        } else {
            let (px, py) = plan.place(0.0, *y);
            let at = if turned { (px, plan.height + 36.0) } else { (-28.0, py + 6.0) };
            text(svg, "num-rim", at, "", label);
        }
    }
    for site in &board.sites {
        let (x, y) = plan.place(site.x, site.y);
        match site.kind {
            SiteKind::Pennant => {
                // Where the pennant is broad, and a gamin covers it.
                let (out_x, out_y) = outwards(plan, (x, y));
                let lower = if site.ground == "star" { 24.0 } else { 6.0 };
                text(svg, "num", (x - out_x * 4.0, y - out_y * 4.0 + lower), "middle", &site.name);
            }
            _ if !board.columns.is_empty() => {}
            SiteKind::Tray => {}
            // Beside a man on the point and the mark round him, but not outside the board.
            SiteKind::Point if x > plan.width - 60.0 => {
                text(svg, "num num-pt", (x + 48.0, y - 42.0), "end", &site.name);
            }
            SiteKind::Point => text(svg, "num num-pt", (x + 38.0, y - 42.0), "start", &site.name),
            SiteKind::Cell | SiteKind::Pit => {
                if site.ground == "dark" && site.kind == SiteKind::Cell {
                    let _ = write!(svg, r#"<circle class="spot" cx="{x}" cy="{y}" r="40"/>"#);
                }
                // A pit that may be chosen has a frame inside its edge.
                let (name, at) = match site.kind {
                    SiteKind::Pit => (&site.name[1..], (x - 42.0, y - 28.0)),
                    _ => (&*site.name, (x - 46.0, y - 33.0)),
                };
                text(svg, "num", at, "", name);
            }
        }
    }
    svg.push_str("</g>");
}

/// The symbol that stands for a man; none is a plain disc with his letter.
pub fn symbol(game: &dyn AnyGame, man: &Man) -> Option<String> {
    let seat = man.seat.number();
    // In some games the dark side begins: men that are called white or black are what they are called.
    let side = match man.letter.to_ascii_lowercase() {
        'w' => 1,
        'b' => 2,
        _ => seat,
    };
    match game.drawing(man) {
        Drawing::Disc if side > 2 => None,
        Drawing::Disc => Some(format!("{}-{side}", if man.kind == "king" { "king" } else { "man" })),
        Drawing::Drum => {
            let rank = match man.kind {
                "officer" => "o",
                "king" => "k",
                _ => "",
            };
            Some(format!("drum-{}{rank}", if side == 2 { "b" } else { "w" }))
        }
        Drawing::BySeat(name) => Some(format!("{name}-{seat}")),
        Drawing::Symbol(name) => Some(name.to_string()),
    }
}

fn man(svg: &mut String, game: &dyn AnyGame, man: &Man, (x, y): Coordinates, size: f32) {
    if let Some(drawing) = symbol(game, man) {
        stamp(svg, &drawing, (x, y), size, "");
    } else {
        stamp(svg, "plain", (x, y), size, "");
        text(svg, "badge-n", (x, y + size * 0.08), "", &man.letter.to_string());
    }
}

/// The men of a position.
fn men(game: &dyn AnyGame, plan: &Plan<'_>, pieces: &[Placed]) -> String {
    let mut svg = String::from(r#"<g class="b-men" aria-hidden="true">"#);
    let middle = |placed: &Placed| {
        let site = &plan.board.sites[placed.site.index()];
        plan.place(site.x, site.y)
    };
    let on_board =
        |placed: &&Placed| plan.board.sites[placed.site.index()].kind != SiteKind::Tray && !placed.men.is_empty();
    let mut placed: Vec<&Placed> = pieces.iter().filter(on_board).collect();
    placed.sort_by(|first, second| middle(first).1.total_cmp(&middle(second).1));
    for here in placed {
        let _ = write!(svg, r#"<g class="man" data-site="{}">"#, here.site.0);
        heap(&mut svg, game, plan.board.sites[here.site.index()].kind, &here.men, middle(here));
        svg.push_str("</g>");
    }
    svg + "</g>"
}

/// Where up to five men lie in a pit.
fn seeds(count: usize) -> &'static [Coordinates] {
    match count {
        1 => &[(0.0, 2.0)],
        2 => &[(-17.0, 2.0), (17.0, 2.0)],
        3 => &[(-17.0, 18.0), (17.0, 18.0), (0.0, -14.0)],
        4 => &[(-18.0, -14.0), (18.0, -14.0), (-18.0, 20.0), (18.0, 20.0)],
        _ => &[(-18.0, -14.0), (18.0, -14.0), (-18.0, 20.0), (18.0, 20.0), (0.0, 3.0)],
    }
}

/// The men of one site.
fn heap(svg: &mut String, game: &dyn AnyGame, kind: SiteKind, men: &[Man], (x, y): Coordinates) {
    let count = men.len();
    let drums = men.iter().all(|man| game.drawing(man) == Drawing::Drum);
    match kind {
        SiteKind::Pit => {
            for (one, (dx, dy)) in men.iter().zip(seeds(count)) {
                man(svg, game, one, (x + dx, y + dy), 30.0);
            }
            text(svg, "num-big count", (x + 44.0, y + 42.0), "end", &count.to_string());
        }
        SiteKind::Pennant => {
            let size = if count > 1 { 66.0 } else { 84.0 };
            for (nth, one) in men.iter().enumerate() {
                let spread = if count > 1 { (nth as f32 - (count - 1) as f32 / 2.0) * 34.0 } else { 0.0 };
                man(svg, game, one, (x + spread, y), size);
            }
        }
        _ if count > 1 && drums => {
            let rise = if count > 5 { 60.0 / count as f32 } else { 15.0 };
            for (nth, one) in men.iter().enumerate() {
                man(svg, game, one, (x, y + 4.0 - nth as f32 * rise), 96.0);
            }
            let _ = write!(svg, r#"<circle class="badge" cx="{}" cy="{}" r="15"/>"#, x + 36.0, y + 34.0);
            text(svg, "badge-n", (x + 36.0, y + 41.0), "", &count.to_string());
        }
        _ => {
            let higher = if drums { -6.0 } else { 0.0 };
            for one in men {
                man(svg, game, one, (x, y + higher), 96.0);
            }
        }
    }
}

/// How a page makes room for a board: `wide`, `tall` or `square`.
pub fn shape(board: &Board) -> &'static str {
    if board.width / board.height > 1.5 {
        "wide"
    } else if board.height / board.width > 1.25 {
        "tall"
    } else {
        "square"
    }
}

/// The classes by which the style sheet tells boards apart.
fn classes(board: &Board) -> String {
    let has = |kind: SiteKind| board.sites.iter().any(|site| site.kind == kind);
    let all = [(" dense", board.width > 9.0), (" pits", has(SiteKind::Pit)), (" track", has(SiteKind::Pennant))];
    all.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect()
}

/// A whole board with the men of a position, as a picture.
pub fn picture(game: &dyn AnyGame, at: &AnyPosition, labels: bool, class: &str) -> String {
    let plan = Plan::new(game.board(), Lie::default());
    let id = game.about().id;
    let marks = classes(game.board());
    format!(
        r#"<svg class="board {class} game-{id}{marks}" viewBox="{}" role="img" aria-label="The board of {}">{}{}</svg>"#,
        plan.view_box(labels),
        game.about().name,
        ground(game, Lie::default(), labels),
        men(game, &plan, &game.pieces(at))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use library::LIBRARY;

    #[test]
    fn every_man_of_every_game_has_a_symbol_that_is_drawn() {
        let symbols = include_str!("../../server/ui/symbols.svg");
        for entry in LIBRARY {
            let game = entry.by_default();
            for man in game.men() {
                let drawing = symbol(&*game, &man).unwrap();
                assert!(symbols.contains(&format!("id=\"{drawing}\"")), "{}: {drawing}", entry.about.id);
            }
        }
    }

    #[test]
    fn a_picture_is_well_formed_and_shows_every_man_on_the_board() {
        for entry in LIBRARY {
            let game = entry.by_default();
            let svg = picture(&*game, &game.start(), true, "picture");
            let (open, closed) = (svg.matches("<g ").count(), svg.matches("</g>").count());
            assert_eq!(open, closed, "{}", entry.about.id);
            let standing = game.pieces(&game.start()).into_iter().filter(|placed| !placed.men.is_empty());
            let on_board =
                standing.filter(|placed| game.board().sites[placed.site.index()].kind != SiteKind::Tray).count();
            assert_eq!(svg.matches("class=\"man\"").count(), on_board, "{}", entry.about.id);
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", entry.about.id);
        }
    }
}
