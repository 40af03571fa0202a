//! Records from text.

use super::{AnnotatedLine, Claim, Record, RecordError, RecordProblem, Standard, read_result, result_text, seat_tag};
use crate::any::{AnyGame, Refusal};
use crate::entry::{choose, find, lookup};
use crate::matches::Match;
use rules::{Clause, Outcome, Seat, Status};
use std::sync::Arc;

/// How many steps may be joined by commas to one word.
const JOINED: usize = 256;

/// How many variations may stand inside each other.
pub(super) const DEEPEST: usize = 64;

pub(super) fn read_all(
    text: &str,
    game: Option<&Arc<dyn AnyGame>>,
    go_on: &dyn Fn(&Match) -> bool,
) -> Result<Vec<Record>, RecordError> {
    let mut records: Vec<RecordDraft> = Vec::new();
    for token in tokens(text)? {
        let opens =
            matches!(token.kind, TokenKind::Tag(..)) && records.last().is_none_or(|record| !record.body.is_empty());
        if opens || records.is_empty() {
            records.push(RecordDraft::default());
        }
        let record = records.last_mut().expect("there is one");
        if let TokenKind::Tag(name, value) = token.kind {
            record.tags.push((token.line, name, value));
        } else {
            record.body.push(token);
        }
    }
    records.into_iter().map(|draft| draft.read(game, go_on)).collect()
}

struct Token {
    line: usize,
    kind: TokenKind,
}

enum TokenKind {
    Tag(String, String),
    Comment(String),
    Glyph(u8),
    Word(String),
    /// A variation begins.
    Opens,
    /// It ends.
    Closes,
}

pub(super) fn wrong(line: usize, token: &str, what: impl Into<String>) -> RecordError {
    RecordError { line, token: token.to_string(), problem: RecordProblem::Text(what.into()), option: None }
}

pub(super) fn stopped(line: usize, token: &str) -> RecordError {
    RecordError { line, token: token.to_string(), problem: RecordProblem::Stopped, option: None }
}

/// Cuts a text into tags, comments, glyphs, brackets and words.
fn tokens(text: &str) -> Result<Vec<Token>, RecordError> {
    let mut tokens = Vec::new();
    let mut letters = text.trim_start_matches('\u{feff}').chars().peekable();
    let mut line = 1;
    let mut line_begins = true;
    while let Some(letter) = letters.next() {
        let first_on_line = std::mem::take(&mut line_begins);
        let opened = line;
        let kind = match letter {
            '\n' => {
                (line, line_begins) = (line + 1, true);
                continue;
            }
            _ if letter.is_whitespace() => {
                line_begins = first_on_line;
                continue;
            }
            '%' if first_on_line => {
                while letters.next_if(|letter| *letter != '\n').is_some() {}
                continue;
            }
            ';' => {
                let comment: String = std::iter::from_fn(|| letters.next_if(|letter| *letter != '\n')).collect();
                TokenKind::Comment(comment.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            '{' => {
                let mut comment = String::new();
                loop {
                    match letters.next() {
                        Some('}') => break,
                        Some(letter) => {
                            line += usize::from(letter == '\n');
                            comment.push(letter);
                        }
                        None => return Err(wrong(opened, "{", "this comment is never closed; expected }")),
                    }
                }
                TokenKind::Comment(comment.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            '(' => TokenKind::Opens,
            ')' => TokenKind::Closes,
            '[' => {
                // A bracket inside the quotes does not end the tag.
                let (mut tag, mut quoted, mut escaped) = (String::new(), false, false);
                while let Some(letter) = letters.next_if(|letter| *letter != '\n') {
                    if letter == ']' && !quoted {
                        tag.push(letter);
                        break;
                    }
                    quoted ^= letter == '"' && !escaped;
                    escaped = letter == '\\' && !escaped;
                    tag.push(letter);
                }
                read_tag(line, &tag)?
            }
            _ => {
                let ends = |letter: &char| letter.is_whitespace() || matches!(letter, '{' | '(' | ')' | ';' | '$');
                let mut word = String::from(letter);
                word.extend(std::iter::from_fn(|| letters.next_if(|letter| !ends(letter))));
                match word.strip_prefix('$') {
                    Some(number) => {
                        let expected = || wrong(opened, &word, "expected a glyph from $0 to $255");
                        TokenKind::Glyph(number.parse().map_err(|_| expected())?)
                    }
                    None => TokenKind::Word(word),
                }
            }
        };
        tokens.push(Token { line: opened, kind });
    }
    Ok(tokens)
}

/// `Name "value"]`, the opening bracket already gone.
fn read_tag(line: usize, text: &str) -> Result<TokenKind, RecordError> {
    let expected = || wrong(line, &format!("[{text}"), "expected a tag such as [Date \"2026.11.15\"]");
    let inside = text.trim_end().strip_suffix(']').ok_or_else(expected)?;
    let (name, value) = inside.trim().split_once(char::is_whitespace).ok_or_else(expected)?;
    let value = value.trim().strip_prefix('"').and_then(|value| value.strip_suffix('"')).ok_or_else(expected)?;
    let mut plain = String::new();
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        plain.push(if letter == '\\' { letters.next().ok_or_else(expected)? } else { letter });
    }
    Ok(TokenKind::Tag(name.to_string(), plain))
}

/// A record's tokens, not yet understood.
#[derive(Default)]
struct RecordDraft {
    tags: Vec<(usize, String, String)>,
    body: Vec<Token>,
}

impl RecordDraft {
    fn tag(&self, name: &str) -> Option<(usize, &str)> {
        let found = self.tags.iter().find(|(_, known, _)| known == name);
        found.map(|(line, _, value)| (*line, value.as_str()))
    }

    /// What the record is a record of: what it says itself, or what the caller says, or the game whose standard format its
    /// tags have.
    fn game(&self, given: Option<&Arc<dyn AnyGame>>) -> Result<Arc<dyn AnyGame>, RecordError> {
        let standard = || {
            let (line, tags) = match self.tag("GameType") {
                Some((line, kind)) => (line, kind.split(',').next().map(|number| ("GameType", number))),
                None if self.tag("White").is_some() && given.is_none() => (1, None),
                None => return None,
            };
            Standard::with_tags(tags.as_slice()).map(|standard| (line, standard.game))
        };
        let own = self.tag("Game").or_else(standard);
        let Some((line, id)) = own else {
            let line = self.tags.first().map_or(1, |(line, ..)| *line);
            let expected =
                || wrong(line, "", "the record does not say which game it is; expected a tag such as [Game \"lasca\"]");
            return given.cloned().ok_or_else(expected);
        };
        let entry = lookup(id).map_err(|unknown| wrong(line, id, unknown.to_string()))?;
        let (line, options) = self.tag("Options").unwrap_or((line, ""));
        let options = options.split(',').map(str::trim).filter(|option| !option.is_empty());
        let chosen =
            choose(entry.about, options).map_err(|unknown| wrong(line, &unknown.name.clone(), unknown.to_string()))?;
        Ok(entry.with(&chosen))
    }

    fn read(self, given: Option<&Arc<dyn AnyGame>>, go_on: &dyn Fn(&Match) -> bool) -> Result<Record, RecordError> {
        let game = self.game(given)?;
        let about = game.about();
        if let Some((line, text)) = self.tag("Edition") {
            let known = 1..=about.edition;
            if !text.parse().is_ok_and(|edition: u16| known.contains(&edition)) {
                let what = format!("expected an edition of the rules from 1 to {}", about.edition);
                return Err(wrong(line, text, what));
            }
        }
        let played = match self.tag("Start").or_else(|| self.tag("FEN")) {
            Some((line, text)) => {
                let place = game.read_position(text).map_err(|why| wrong(line, text, why.to_string()))?;
                Match::from(game.clone(), place)
            }
            None => Match::new(game.clone()),
        };
        let mut record = Record::of(played);
        let mut last_line = self.tags.last().map_or(1, |(line, ..)| *line);
        if !go_on(&record.line.played) {
            return Err(stopped(last_line, ""));
        }
        let mut result = None;
        let mut body = self.body.iter();
        while let Some(token) = body.next() {
            last_line = token.line;
            match &token.kind {
                TokenKind::Word(word) if read_result(about, word).is_some() => {
                    result = Some((token.line, word.as_str()));
                }
                TokenKind::Word(word) if result.is_some() => {
                    return Err(wrong(token.line, word, "nothing may follow the result but another record"));
                }
                _ => record.take_in(token, &mut body, go_on)?,
            }
        }
        let said = self.tag("Result");
        if result.is_none() && !self.tags.is_empty() {
            let what = format!(
                "the record stops before its result; expected {} or *",
                result_text(about, Outcome::Win(Seat::FIRST))
            );
            return Err(wrong(last_line, "", what));
        }
        if let (Some((_, said)), Some((line, text))) = (said, result)
            && let (Some(Claim::Is(header)), Some(Claim::Is(written))) =
                (read_result(about, said), read_result(about, text))
            && header != written
        {
            return Err(wrong(line, text, format!("the header says {said} and the text {text}")));
        }
        // A header often says more than the text.
        let is_open = |(_, text): &(usize, &str)| *text == "*";
        let open = said.iter().chain(&result).all(is_open);
        for (line, text) in said.into_iter().chain(result).filter(|claim| open || !is_open(claim)) {
            record.claim(line, text)?;
        }
        if let Some((line, text)) = self.tag("Final") {
            let reached = game.text(record.line.played.position());
            if reached != text {
                return Err(wrong(line, text, format!("the position reached is {reached}")));
            }
        }
        let unknown = |value: &String| value == "?" || value.is_empty();
        for (_, name, value) in self.tags {
            let seat = about.seats.iter().position(|seat| seat_tag(seat) == name);
            match (name.as_str(), seat) {
                (_, Some(seat)) => record.names[seat] = Some(value).filter(|value| !unknown(value)),
                ("Date", _) => record.date = Some(value).filter(|value| !value.starts_with('?')),
                (
                    "Game" | "Options" | "Edition" | "Result" | "Start" | "FEN" | "SetUp" | "GameType" | "Claimable",
                    _,
                ) => {}
                _ => record.tags.push((name, value)),
            }
        }
        Ok(record)
    }
}

impl Record {
    /// Plays on with the turns of a text, written as in a record or bare; what comes before a mistake has
    /// been played.
    pub fn play_on(&mut self, text: &str) -> Result<(), RecordError> {
        self.play_on_while(text, &|_| true)
    }

    /// Plays on as long as `go_on` says yes; it is asked before each word.
    pub fn play_on_while(&mut self, text: &str, go_on: &dyn Fn(&Match) -> bool) -> Result<(), RecordError> {
        let all = tokens(text)?;
        let mut rest = all.iter();
        while let Some(token) = rest.next() {
            match &token.kind {
                TokenKind::Word(word) if read_result(self.line.played.game().about(), word).is_some() => {
                    self.claim(token.line, word)?;
                }
                TokenKind::Tag(name, _) => return Err(wrong(token.line, name, "expected turns, not a tag")),
                _ => self.take_in(token, &mut rest, go_on)?,
            }
        }
        Ok(())
    }

    /// Takes in a comment, a glyph, a turn or a whole variation, whose tokens follow.
    fn take_in<'a>(
        &mut self,
        token: &'a Token,
        rest: &mut std::slice::Iter<'a, Token>,
        go_on: &dyn Fn(&Match) -> bool,
    ) -> Result<(), RecordError> {
        TokenReader { line: &mut self.line, claimable: &mut self.claimable, go_on }.take_in(token, rest, 0)
    }

    /// Takes in the result that the record claims: the rules may have said it already, or the players
    /// must have settled it.
    fn claim(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let about = self.line.played.game().about();
        let expected =
            || wrong(line, text, format!("expected a result: {} or *", result_text(about, Outcome::Win(Seat::FIRST))));
        let claimed = read_result(about, text).ok_or_else(expected)?;
        if let (Status::Over(Outcome::Draw, _), false) =
            (self.line.played.status(), claimed == Claim::Is(Outcome::Draw))
        {
            // The last position is drawn by the history alone, and nobody has claimed it.
            overlook(&mut self.line.played, &mut self.claimable);
        }
        let agrees = match (self.line.played.status(), claimed) {
            (_, Claim::Open) => true,
            (Status::Over(outcome, _), Claim::Is(claimed)) => outcome == claimed,
            (_, Claim::Is(Outcome::Win(seat))) => self.line.played.resign(seat.other()),
            (_, Claim::Is(Outcome::Draw)) => self.line.played.agree_on_draw(),
        };
        let reached = || wrong(line, text, format!("the game as played came out {}", self.result()));
        if agrees { Ok(()) } else { Err(reached()) }
    }
}

/// Goes on past a draw that only the history makes, and notes where it could have been claimed first.
fn overlook(played: &mut Match, claimable: &mut Vec<(usize, Clause)>) {
    if let Some(clause) = played.overlook_draw()
        && !claimable.iter().any(|(_, known)| *known == clause)
    {
        claimable.push((played.length(), clause));
    }
}

struct TokenReader<'a> {
    line: &'a mut AnnotatedLine,
    claimable: &'a mut Vec<(usize, Clause)>,
    go_on: &'a dyn Fn(&Match) -> bool,
}

impl TokenReader<'_> {
    fn take_in<'t>(
        &mut self,
        token: &'t Token,
        rest: &mut std::slice::Iter<'t, Token>,
        depth: usize,
    ) -> Result<(), RecordError> {
        let length = self.line.played.length();
        match &token.kind {
            TokenKind::Comment(comment) => self.line.comments.push((length, comment.clone())),
            TokenKind::Glyph(glyph) => self.line.glyphs.push((length, *glyph)),
            TokenKind::Word(word) if !(self.go_on)(&self.line.played) => return Err(stopped(token.line, word)),
            TokenKind::Word(word) => self.play(token.line, word)?,
            TokenKind::Opens if depth >= DEEPEST => {
                return Err(wrong(token.line, "(", format!("expected at most {DEEPEST} variations inside each other")));
            }
            TokenKind::Opens => {
                let (after, variation) = self.variation(token.line, rest, depth + 1)?;
                self.line.variations.push((after, variation));
            }
            TokenKind::Closes => return Err(wrong(token.line, ")", "no variation is open here")),
            TokenKind::Tag(name, _) => return Err(wrong(token.line, name, "expected turns, not a tag")),
        }
        Ok(())
    }

    /// Reads a variation up to its closing bracket; it replaces the last turn.
    fn variation(
        &mut self,
        opened: usize,
        rest: &mut std::slice::Iter<'_, Token>,
        depth: usize,
    ) -> Result<(usize, AnnotatedLine), RecordError> {
        let played = &self.line.played;
        let Some(turn) = played.turns().pop() else {
            return Err(wrong(opened, "(", "expected a turn before its variation"));
        };
        let after = played.length() - turn.steps.len();
        let start = played.position_before(after).clone();
        let mut variation = AnnotatedLine::of(Match::from(played.game().clone(), start));
        let mut reader = TokenReader { line: &mut variation, claimable: &mut Vec::new(), go_on: self.go_on };
        loop {
            let token = rest.next().ok_or_else(|| wrong(opened, "(", "a variation is never closed; expected )"))?;
            match &token.kind {
                TokenKind::Closes => return Ok((after, variation)),
                // Some programs write a result at the end of a variation.
                TokenKind::Word(word) if read_result(reader.line.played.game().about(), word).is_some() => {}
                _ => reader.take_in(token, rest, depth)?,
            }
        }
    }

    /// Plays a word of the turns, which may carry a number before it and a judgement behind it.
    fn play(&mut self, line: usize, word: &str) -> Result<(), RecordError> {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let unnumbered = if word[digits..].starts_with('.') { word[digits..].trim_start_matches('.') } else { word };
        let step = unnumbered.trim_end_matches(['!', '?']);
        if step.is_empty() {
            self.line.glyphs.extend(glyph(unnumbered).map(|glyph| (self.line.played.length(), glyph)));
            return Ok(());
        }
        if step.split(',').count() > JOINED {
            return Err(wrong(line, word, format!("expected at most {JOINED} steps joined by commas")));
        }
        overlook(&mut self.line.played, self.claimable);
        self.line.played.play(step).map_err(|refusal| RecordError {
            line,
            token: word.to_string(),
            option: matches!(refusal, Refusal::Breach { .. })
                .then(|| option_allowing(&self.line.played, step))
                .flatten(),
            problem: RecordProblem::Step(Box::new(refusal)),
        })?;
        let judged = glyph(&unnumbered[step.len()..]);
        self.line.glyphs.extend(judged.map(|glyph| (self.line.played.length(), glyph)));
        Ok(())
    }
}

/// The number of a judgement in signs.
fn glyph(signs: &str) -> Option<u8> {
    let known = ["!", "?", "!!", "??", "!?", "?!"];
    known.iter().position(|sign| *sign == signs).map(|nth| nth as u8 + 1)
}

/// The option that would let the match come this far and go on with this step.
fn option_allowing(played: &Match, step: &str) -> Option<String> {
    let game = played.game();
    let (about, entry) = (game.about(), find(game.about().id)?);
    let others = about.options.iter().flat_map(|option| option.values.iter().map(|value| (option.name, *value)));
    others.filter(|(name, value)| !game.chosen().is(name, value)).find_map(|(name, value)| {
        let mut chosen = game.chosen().clone();
        chosen.set(about, name, value).ok()?;
        let other = entry.with(&chosen);
        let start = other.read_position(&game.text(played.start())).ok()?;
        let mut replayed = Match::from(other, start);
        for (_, taken) in played.steps_taken() {
            replayed.play(taken).ok()?;
        }
        replayed.play(step).ok().map(|_| format!("{name}={value}"))
    })
}
