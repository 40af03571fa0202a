//! Records as text.

use super::{AnnotatedLine, Record, Standard, result_order, seat_tag};
use crate::matches::Match;
use rules::{Seat, Status};
use std::fmt::{self, Write as _};

impl Record {
    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.line.played.game();
        let about = game.about();
        let standard = Standard::of(about);
        let mut tag =
            |name: &str, value: &str| writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        let known = |name: &str| self.tags.iter().find(|(known, _)| known == name).map_or("?", |(_, value)| value);
        if standard.is_some() {
            tag("Event", known("Event"))?;
            tag("Site", known("Site"))?;
        } else {
            tag("Game", about.id)?;
            if !about.options.is_empty() {
                tag("Options", &game.chosen().to_string())?;
            }
            tag("Edition", &about.edition.to_string())?;
        }
        tag("Date", self.date.as_deref().unwrap_or("????.??.??"))?;
        if standard.is_some() {
            tag("Round", known("Round"))?;
        }
        let order = if standard.is_some() { result_order(about) } else { Seat::all(about.count()).collect() };
        for seat in order {
            tag(&seat_tag(about.seats[seat.index()]), self.names[seat.index()].as_deref().unwrap_or("?"))?;
        }
        tag("Result", &self.result())?;
        for (name, value) in standard.map_or(&[][..], |standard| standard.tags) {
            tag(name, value)?;
        }
        let start = game.text(self.line.played.start());
        if start != game.text(&game.start()) {
            if standard.is_some() {
                tag("SetUp", "1")?;
            }
            tag(if standard.is_some() { "FEN" } else { "Start" }, &start)?;
        }
        if let Status::Over(_, clause) = self.line.played.status() {
            tag("Termination", &format!("clause {clause}"))?;
        }
        if !self.claimable.is_empty() {
            let points = self
                .claimable
                .iter()
                .map(|(steps, clause)| format!("clause {clause} after {}", turns_within(&self.line.played, *steps)));
            tag("Claimable", &points.collect::<Vec<_>>().join(", "))?;
        }
        for (name, value) in &self.tags {
            let written = ["Event", "Site", "Round", "Termination"].contains(&name.as_str()) && standard.is_some();
            if !written && name != "Termination" {
                tag(name, value)?;
            }
        }
        Ok(())
    }
}

/// How many turns the first steps of a match make: `17 turns`.
fn turns_within(played: &Match, steps: usize) -> String {
    let mut left = steps;
    let turns = played
        .turns()
        .iter()
        .take_while(|turn| left.checked_sub(turn.steps.len()).inspect(|rest| left = *rest).is_some())
        .count();
    if turns == 1 { "1 turn".to_string() } else { format!("{turns} turns") }
}

/// The record as text: tags, an empty line, the turns in lines of at most 80 letters, the result.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        writeln!(f)?;
        let mut words = Vec::new();
        self.line.write(1, &mut words);
        words.push(self.result());
        write_wrapped(f, &words)
    }
}

impl AnnotatedLine {
    /// Appends the words of this line, whose first turn has this number.
    fn write(&self, number: usize, words: &mut Vec<String>) {
        let mut number = number - 1;
        let mut last: Option<Seat> = None;
        self.write_comments(0, 0, words);
        let mut numbered = false;
        let mut steps = 0;
        for turn in self.played.turns() {
            let new_round = last.is_none_or(|last| turn.seat <= last);
            number += usize::from(new_round);
            if new_round || !numbered {
                words.push(if turn.seat == Seat::FIRST { format!("{number}.") } else { format!("{number}...") });
            }
            words.push(turn.text);
            let (before, after) = (steps, steps + turn.steps.len());
            words.extend(within(&self.glyphs, before + 1, after).map(|glyph| format!("${glyph}")));
            let remarked = self.write_comments(before + 1, after, words);
            let mut varied = false;
            for variation in within(&self.variations, before, after - 1) {
                let mut inside = Vec::new();
                variation.write(number, &mut inside);
                if let Some(first) = inside.first_mut() {
                    first.insert(0, '(');
                }
                if let Some(last) = inside.last_mut() {
                    last.push(')');
                    words.append(&mut inside);
                    varied = true;
                }
            }
            // After a remark the number is said again, as PGN wants it.
            numbered = !remarked && !varied;
            steps = after;
            last = Some(turn.seat);
        }
    }

    fn write_comments(&self, from: usize, to: usize, words: &mut Vec<String>) -> bool {
        let before = words.len();
        for comment in within(&self.comments, from, to) {
            words.extend(format!("{{{}}}", comment.replace('}', ")")).split(' ').map(String::from));
        }
        words.len() > before
    }
}

/// What is noted after so many steps, from and to.
fn within<T>(noted: &[(usize, T)], from: usize, to: usize) -> impl Iterator<Item = &T> {
    noted.iter().filter(move |(after, _)| (from..=to).contains(after)).map(|(_, what)| what)
}

fn write_wrapped(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 {
            let wraps = column + 1 + length > 80;
            f.write_char(if wraps { '\n' } else { ' ' })?;
            column = if wraps { 0 } else { column + 1 };
        }
        f.write_str(word)?;
        column += length;
    }
    writeln!(f)
}
