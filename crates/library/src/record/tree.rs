//! A game with its variations as one line of text, in which every step stands by itself: what pages and addresses carry.
//!
//! ```text
//! 9-13 $1 {offers a man} (11-14 17x11) 17x9
//! ```
//!
//! A variation in brackets replaces the step before it, also in the middle of a turn; `$` and a number is a glyph. Braces and
//! percent signs in remarks are written as `%7B`, `%7D` and `%25`.

use super::parser::{DEEPEST, stopped, wrong};
use super::{AnnotatedLine, Record, RecordError, RecordProblem};
use crate::any::{AnyGame, AnyPosition};
use crate::matches::Match;
use rules::Status;
use std::sync::Arc;

/// The whole tree is one line.
const LINE: usize = 1;

impl Record {
    /// What was played, with remarks, glyphs and variations, as one line.
    pub fn tree(&self) -> String {
        let mut words = Vec::new();
        write(&self.line, 0, &mut words);
        words.join(" ")
    }

    /// The record of such a line, played from a position, as long as `go_on` says yes.
    pub fn of_tree(
        game: &Arc<dyn AnyGame>,
        start: &AnyPosition,
        text: &str,
        go_on: &dyn Fn(&Match) -> bool,
    ) -> Result<Record, RecordError> {
        let nodes = read(text)?;
        let mut line = AnnotatedLine::of(Match::from(game.clone(), start.clone()));
        let builder = TreeBuilder { nodes: &nodes, go_on };
        if !nodes[0].comment.is_empty() {
            line.comments.push((0, nodes[0].comment.clone()));
        }
        builder.follow(&mut line, 0, 0)?;
        let bare = Record::of(line.played.clone());
        Ok(Record { line, ..bare })
    }
}

/// Appends the words of a line but for its first steps.
fn write(line: &AnnotatedLine, skipped: usize, words: &mut Vec<String>) {
    let AnnotatedLine { played, comments, glyphs, variations } = line;
    let steps: Vec<&str> = played.steps_taken().map(|(_, step)| step).collect();
    let remarks = |after: usize, words: &mut Vec<String>| {
        let own = comments.iter().filter(|(at, _)| *at == after).map(|(_, text)| text.as_str()).collect::<Vec<_>>();
        if !own.is_empty() {
            words.push(format!("{{{}}}", guarded(&own.join(" "))));
        }
    };
    if skipped == 0 {
        remarks(0, words);
    }
    // A variation may begin with steps of the turn that it replaces: it parts from it after those.
    let parting = |after: usize, line: &AnnotatedLine| {
        let own = line.played.steps_taken().map(|(_, step)| step);
        after + own.zip(&steps[after.min(steps.len())..]).take_while(|(one, other)| one == *other).count()
    };
    for (nth, step) in steps.iter().enumerate().skip(skipped) {
        words.push((*step).to_string());
        // The page knows six.
        words.extend(
            glyphs
                .iter()
                .filter(|(at, glyph)| *at == nth + 1 && (1..=6).contains(glyph))
                .map(|(_, glyph)| format!("${glyph}")),
        );
        remarks(nth + 1, words);
        for (after, line) in variations.iter().filter(|(after, line)| parting(*after, line) == nth) {
            let mut inside = Vec::new();
            write(line, nth - after, &mut inside);
            if !inside.is_empty() {
                words.push(format!("({})", inside.join(" ")));
            }
        }
    }
}

/// A step of the tree.
struct TreeStep {
    parent: usize,
    step: String,
    glyph: Option<u8>,
    comment: String,
    children: Vec<usize>,
}

/// The tree of a text; the first node is its root.
fn read(text: &str) -> Result<Vec<TreeStep>, RecordError> {
    let node = |parent, step| TreeStep { parent, step, glyph: None, comment: String::new(), children: Vec::new() };
    let mut nodes = vec![node(0, String::new())];
    let (mut at, mut open, mut rest) = (0, Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '(' | ')' => 1,
            '{' => 1 + rest.find('}').ok_or_else(|| wrong(LINE, "{", "a remark is never closed; expected }"))?,
            _ => rest.find([' ', '\t', '\r', '\n', '(', ')', '{', '}']).unwrap_or(rest.len()).max(first.len_utf8()),
        };
        let (token, later) = rest.split_at(end);
        rest = later.trim_start();
        match first {
            '(' if at == 0 => return Err(wrong(LINE, "(", "expected a step before its variation")),
            '(' => {
                open.push(at);
                at = nodes[at].parent;
            }
            ')' => at = open.pop().ok_or_else(|| wrong(LINE, ")", "no variation is open here"))?,
            '{' => nodes[at].comment = unguarded(&token[1..token.len() - 1]),
            '$' => nodes[at].glyph = token[1..].parse().ok(),
            _ => {
                let known = nodes[at].children.iter().copied().find(|child| nodes[*child].step == token);
                at = known.unwrap_or_else(|| {
                    nodes.push(node(at, token.to_string()));
                    let new = nodes.len() - 1;
                    nodes[at].children.push(new);
                    new
                });
            }
        }
    }
    Ok(nodes)
}

struct TreeBuilder<'a> {
    nodes: &'a [TreeStep],
    go_on: &'a dyn Fn(&Match) -> bool,
}

impl TreeBuilder<'_> {
    /// Plays on after a node, as far as its line goes; other children become variations.
    fn follow(&self, line: &mut AnnotatedLine, mut node: usize, depth: usize) -> Result<(), RecordError> {
        while let Some((first, others)) = self.nodes[node].children.split_first() {
            let length = line.played.length();
            let turn =
                if let Status::Continue(_) = line.played.status() { line.played.start_of_last(1) } else { length };
            for other in others {
                if depth >= DEEPEST {
                    return Err(wrong(LINE, &self.nodes[*other].step, "expected fewer variations inside each other"));
                }
                let begun: Vec<String> =
                    line.played.steps_taken().skip(turn).map(|(_, step)| step.to_string()).collect();
                let start = line.played.position_before(turn).clone();
                let mut variation = AnnotatedLine::of(Match::from(line.played.game().clone(), start));
                for step in &begun {
                    self.play(&mut variation, step)?;
                }
                self.take(&mut variation, *other, depth + 1)?;
                line.variations.push((turn, variation));
            }
            self.enter(line, *first)?;
            node = *first;
        }
        Ok(())
    }

    /// Plays a node and all that follows it.
    fn take(&self, line: &mut AnnotatedLine, node: usize, depth: usize) -> Result<(), RecordError> {
        self.enter(line, node)?;
        self.follow(line, node, depth)
    }

    fn enter(&self, line: &mut AnnotatedLine, node: usize) -> Result<(), RecordError> {
        let TreeStep { step, glyph, comment, .. } = &self.nodes[node];
        self.play(line, step)?;
        let length = line.played.length();
        line.glyphs.extend(glyph.map(|glyph| (length, glyph)));
        if !comment.is_empty() {
            line.comments.push((length, comment.clone()));
        }
        Ok(())
    }

    fn play(&self, line: &mut AnnotatedLine, step: &str) -> Result<(), RecordError> {
        if !(self.go_on)(&line.played) {
            return Err(stopped(LINE, step));
        }
        line.played.overlook_draw();
        line.played.play(step).map(drop).map_err(|refusal| RecordError {
            line: LINE,
            token: step.to_string(),
            problem: RecordProblem::Step(Box::new(refusal)),
            option: None,
        })
    }
}

fn guarded(words: &str) -> String {
    words.replace('%', "%25").replace('{', "%7B").replace('}', "%7D")
}

fn unguarded(words: &str) -> String {
    words.replace("%7D", "}").replace("%7B", "{").replace("%25", "%")
}
