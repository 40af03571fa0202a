//! The words of a review: plain, about this game, without grades.

use super::{Judged, Moment, MomentKind, Players};
use crate::matches::Match;
use crate::reading::{Compared, TurnRead, Worth};
use rules::{About, Outcome, Seat, Status};

/// How somebody with this chance stands: "better". Nothing for an even game.
pub fn standing(chance: f64) -> Option<&'static str> {
    Some(match (chance * 100.0).round() as u32 {
        0..=5 => "losing",
        6..=20 => "much worse",
        21..=35 => "worse",
        36..=44 => "a little worse",
        45..=55 => return None,
        56..=64 => "a little better",
        65..=79 => "better",
        80..=94 => "much better",
        _ => "winning",
    })
}

/// "White stands better, 74 in 100", from the side of whoever is ahead.
pub fn verdict(about: &About, seat: Seat, worth: Worth) -> String {
    let name = |seat: Seat| about.seats[seat.index()];
    let plural = |seat: Seat, one: &'static str, many: &'static str| {
        if about.is_plural(seat.index()) { many } else { one }
    };
    match (worth.proved, about.count()) {
        (Some(0), _) => "Nobody can force a win".to_string(),
        (Some(turns), 1) if turns > 0 => format!("Solved in {}", counted(turns, "move")),
        (Some(_), 1) => "It cannot be solved".to_string(),
        (Some(turns), 2) if turns < 0 => {
            let other = seat.other();
            format!("{} {} in {}", name(other), plural(other, "wins", "win"), counted(-turns, "turn"))
        }
        (Some(turns), _) if turns > 0 => {
            format!("{} {} in {}", name(seat), plural(seat, "wins", "win"), counted(turns, "turn"))
        }
        (Some(turns), _) => format!("{} {} in {}", name(seat), plural(seat, "loses", "lose"), counted(-turns, "turn")),
        (None, 2) => {
            let (ahead, chance) =
                if worth.chance >= 0.5 { (seat, worth.chance) } else { (seat.other(), 1.0 - worth.chance) };
            stands(name(ahead), plural(ahead, "stands", "stand"), plural(ahead, "is", "are"), chance)
        }
        (None, _) => stands(name(seat), plural(seat, "stands", "stand"), plural(seat, "is", "are"), worth.chance),
    }
}

/// What a position is worth to the seat to move, in a word or two: "better", "wins in 5".
pub fn worth_words(about: &About, worth: Worth) -> String {
    match worth.proved {
        Some(0) => "a draw".to_string(),
        Some(turns) if about.count() == 1 => {
            if turns > 0 {
                format!("solved in {turns}")
            } else {
                "cannot be solved".to_string()
            }
        }
        Some(turns) if turns > 0 => format!("wins in {turns}"),
        Some(turns) => format!("loses in {}", -turns),
        None => standing(worth.chance).unwrap_or("even").to_string(),
    }
}

fn stands(name: &str, stands: &str, is: &str, chance: f64) -> String {
    let in_100 = (chance * 100.0).round();
    match standing(chance) {
        None => format!("The game is even, {in_100} in 100 for {name}"),
        Some(how @ ("winning" | "losing")) => format!("{name} {is} {how}, {in_100} in 100"),
        Some(how) => format!("{name} {stands} {how}, {in_100} in 100"),
    }
}

fn counted(count: i32, what: &str) -> String {
    if count == 1 { format!("one {what}") } else { format!("{count} {what}s") }
}

const NUMBERS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A number in words, as far as that is usual.
fn number(count: usize) -> String {
    NUMBERS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_string())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// How the turns of a phase went.
pub(super) fn of_phase(own: &[&Judged]) -> String {
    let costly = own.iter().filter(|one| one.cost() >= super::COSTLY && !one.changes_nothing()).count();
    let little = own.iter().filter(|one| one.cost() > super::NOISE && !one.changes_nothing()).count() - costly;
    let sound = own.len() - costly - little;
    let mut parts = Vec::new();
    if costly > 0 {
        parts.push(format!("{} costly", number(costly)));
    }
    if little > 0 {
        parts.push(format!("{} that gave a little", number(little)));
    }
    if costly + little == 0 {
        return if own.is_empty() { "no turn".to_string() } else { "nothing lost".to_string() };
    }
    if sound > 0 {
        parts.push(format!("{} sound", number(sound)));
    }
    parts.join(", ")
}

/// Speaks of one game to one reader.
pub(super) struct Speaker<'a> {
    played: &'a Match,
    players: &'a Players,
}

impl<'a> Speaker<'a> {
    pub fn new(played: &'a Match, players: &'a Players) -> Speaker<'a> {
        Speaker { played, players }
    }

    fn about(&self) -> &'static About {
        self.played.game().about()
    }

    fn is_reader(&self, seat: Seat) -> bool {
        self.players.reader == Some(seat)
    }

    /// "you", "the computer", "White".
    fn name(&self, seat: Seat) -> String {
        if self.is_reader(seat) {
            return "you".to_string();
        }
        let given = self.players.names.get(seat.index()).cloned().flatten();
        given.unwrap_or_else(|| self.about().seats[seat.index()].to_string())
    }

    fn other(&self, seat: Seat) -> String {
        self.name(seat.other())
    }

    fn is_two(&self) -> bool {
        self.about().count() == 2
    }

    pub fn heading(&self, moment: &Moment) -> String {
        let (seat, who) = (moment.seat, self.name(moment.seat));
        let here = if self.is_reader(seat) { "Here you".to_string() } else { capital(&who) };
        if moment.before.known && moment.after.proved.is_some() {
            return match (moment.before.proved.unwrap_or(0), moment.after.proved.unwrap_or(0)) {
                (1.., ..0) => format!("{here} turned a win into a loss"),
                (1.., _) => format!("{here} let the win slip"),
                _ => format!("{here} let the draw slip"),
            };
        }
        match moment.kind {
            MomentKind::GaveAway => {
                let how_much = match moment.before.chance - moment.after.chance {
                    0.6.. => "the game",
                    0.35.. => "half the game",
                    _ => "a good deal",
                };
                format!("{here} gave away {how_much}")
            }
            MomentKind::LetBackIn if self.is_two() => format!("{} let {} back in", capital(&who), self.other(seat)),
            MomentKind::LetBackIn => format!("{here} gave an advantage away"),
            MomentKind::NearlyLetSlip => format!("{} nearly let it slip", capital(&who)),
            MomentKind::Decided => "Where the game was decided".to_string(),
            MomentKind::MissedQuickerEnd => format!("{} missed a quicker end", capital(&who)),
        }
    }

    /// What was better, what was played, and what came of it.
    pub fn explanation(&self, moment: &Moment, last_round: usize) -> String {
        let who = self.name(moment.seat);
        let best = &moment.best.text;
        let better = self.kept(moment.seat, moment.before, best);
        let played = format!("{} moved {}", capital(&who), moment.played.text);
        let left = last_round - moment.round;
        let came = match (moment.kind, moment.after.proved) {
            (MomentKind::MissedQuickerEnd, _) => format!(", and it took {} more.", counted(left as i32, "turn")),
            (_, Some(0)) => ": after that nobody can force a win.".to_string(),
            (_, Some(lost @ ..0)) if self.is_two() => {
                let answer = moment.answer.as_ref().map_or(String::new(), |answer| format!("after {} ", answer.text));
                let to = self.other(moment.seat);
                let verb =
                    if to == "you" || self.about().is_plural(moment.seat.other().index()) { "win" } else { "wins" };
                format!(": {answer}{to} {verb} in {}.", counted(-lost - 1, "turn"))
            }
            _ => {
                let answer = moment.answer.as_ref().map_or(String::new(), |answer| format!(" after {}", answer.text));
                format!(": {} in 100{answer}.", moment.after.in_100())
            }
        };
        let end = match moment.kind {
            MomentKind::Decided if left > 1 => format!(" Nothing changed in the {left} turns that followed."),
            _ => String::new(),
        };
        format!("{better}. {played}{came}{end}")
    }

    /// "11-14 kept the game even, 51 in 100".
    fn kept(&self, seat: Seat, before: Worth, best: &str) -> String {
        let (whom, in_100) = (self.name(seat), before.in_100());
        match before.proved {
            Some(0) => return format!("{best} kept the draw"),
            Some(turns) if turns > 0 && self.about().count() == 1 => {
                return format!("{best} led to the solution in {}", counted(turns, "move"));
            }
            Some(turns) if turns > 0 => return format!("{best} won by force, in {}", counted(turns, "turn")),
            Some(turns) => return format!("{best} held out longest, {}", counted(-turns, "turn")),
            None => {}
        }
        match standing(before.chance) {
            None => format!("{best} kept the game even, {in_100} in 100"),
            Some("winning") => format!("{best} kept the game won for {whom}, {in_100} in 100"),
            Some(how @ ("much better" | "better" | "a little better")) => {
                format!("{best} kept {whom} {how}, {in_100} in 100")
            }
            Some("a little worse") => format!("{best} left {whom} only a little worse, {in_100} in 100"),
            Some(_) => format!("{best} kept more, {in_100} in 100"),
        }
    }

    /// A turn that lost value: "won before, lost after; 3 was best".
    pub fn lost_value(&self, seat: Seat, before: Worth, after: Worth, played: &str, best: &str) -> String {
        let who = capital(&self.name(seat));
        let word = |worth: Worth| match worth.proved.unwrap_or(0).signum() {
            1 => "a win",
            -1 => "a loss",
            _ => "a draw",
        };
        format!("{who} made {} of {} with {played}; {best} kept it", word(after), word(before))
    }

    /// The game in a few words.
    pub fn headline(&self, read: &[TurnRead], winner: Option<Seat>, rounds: &[usize]) -> String {
        let turns = rounds.len();
        let about = self.about();
        if about.count() == 1 {
            let solved = winner.is_some();
            return if solved {
                format!("Solved in {}", moves(turns))
            } else {
                format!("{} so far", capital(&moves(turns)))
            };
        }
        let drawn = matches!(self.played.status(), Status::Over(Outcome::Draw, _));
        let last = rounds.last().copied().unwrap_or(0);
        let Some(reader) = self.players.reader.filter(|_| about.count() == 2) else {
            return match winner {
                Some(winner) => format!("{} won in {}", capital(&self.name(winner)), turns_words(last)),
                None if drawn => format!("A draw in {}", turns_words(last)),
                None => format!("{} so far", capital(&turns_words(last))),
            };
        };
        let stood = |one: &TurnRead| if one.seat == reader { one.worth.chance } else { 1.0 - one.worth.chance };
        // What stands after the last turn is the result itself.
        let on_the_way = || read.iter().take(turns).enumerate().map(|(nth, one)| (rounds[nth], stood(one)));
        let worst = on_the_way().find(|(_, chance)| *chance <= 0.2);
        let finest = on_the_way().find(|(_, chance)| *chance >= 0.8);
        let since = |round: usize| if round > 1 { format!("by turn {round}") } else { "from the start".to_string() };
        match (winner, worst, finest) {
            (Some(winner), Some((round, _)), _) if winner == reader => {
                format!("Losing {}, and won after all", since(round))
            }
            (Some(winner), None, _) if winner == reader => format!("You won in {}", turns_words(last)),
            (Some(_), _, Some((round, _))) => format!("Winning {}, and lost after all", since(round)),
            (Some(_), ..) => format!("You lost in {}", turns_words(last)),
            (None, _, Some((round, _))) if drawn => format!("Winning {}, and drawn in the end", since(round)),
            (None, Some((round, _)), _) if drawn => format!("Losing {}, and drawn in the end", since(round)),
            (None, ..) if drawn => format!("A draw in {}", turns_words(last)),
            _ => format!("{} so far", capital(&turns_words(last))),
        }
    }

    /// How many moments there were, or that there was none.
    pub fn summary(&self, moments: &[Moment], turns: usize) -> String {
        let about = self.about();
        if about.count() > 2 {
            return "With more than two players nobody can say what one of them gave away: the lines tell how each one \
                    stood when it was their turn."
                .to_string();
        }
        match moments.len() {
            0 => {
                let lost = match (self.played.status(), self.players.reader) {
                    (Status::Over(Outcome::Win(winner), _), Some(reader)) => winner != reader,
                    _ => false,
                };
                let other = self.players.reader.map(|reader| capital(&self.other(reader)));
                match other {
                    Some(other) if lost && turns > 0 => format!(
                        "Nothing here lost more than a little. {other} was simply stronger: try a level lower, or play it \
                         again from somewhere in the middle."
                    ),
                    _ => "Nothing here lost more than a little.".to_string(),
                }
            }
            1 => "One moment mattered.".to_string(),
            many => format!("{} moments mattered.", capital(&number(many))),
        }
    }
}

/// What the chances rest on.
pub(super) fn note(read: &[TurnRead], judged: &[Judged]) -> String {
    let known = judged.iter().filter(|one| one.is_known()).count();
    if !judged.is_empty() && known == judged.len() {
        return "Every value here is proved: it comes from a tablebase.".to_string();
    }
    let depth = {
        let mut depths: Vec<i32> = read.iter().map(|one| one.depth).filter(|depth| *depth > 0).collect();
        depths.sort_unstable();
        depths.get(depths.len() / 2).copied().unwrap_or(0)
    };
    let part = if known > 0 { " Where a tablebase reaches, values are proved." } else { "" };
    format!("Chances in 100, read about {} ahead: good advice and no proof.{part}", counted(depth, "turn"))
}

/// What a turn that somebody tried comes to, without telling the best one.
pub fn tried(here: &Match, turn: &[String], compared: &Compared, players: &Players) -> String {
    let speaker = Speaker::new(here, players);
    let texts: Vec<&str> = turn.iter().map(String::as_str).collect();
    let text = here.game().score(here.position(), &texts);
    let Some(seat) = here.status().seat() else { return String::new() };
    let (worth, whom) = (compared.tried_worth, speaker.name(seat));
    if compared.is_good() {
        return match (worth.proved, standing(worth.chance)) {
            (Some(0), _) => format!("{text} keeps the draw."),
            (Some(1), _) => format!("{text} wins at once."),
            (Some(turns @ 2..), _) => format!("{text} wins in {}.", counted(turns, "turn")),
            (Some(_), _) => format!("Everything loses here; {text} holds out as well as anything."),
            (None, None) => format!("{text} keeps the game even, {} in 100.", worth.in_100()),
            (None, Some("losing")) => format!("{text} is as good as anything here, {} in 100.", worth.in_100()),
            (None, Some(how @ "winning")) => format!("{text} keeps {whom} {how}, {} in 100.", worth.in_100()),
            (None, Some(how)) => format!("{text} leaves {whom} {how}, as well as can be: {} in 100.", worth.in_100()),
        };
    }
    let after = compared.answer().filter(|_| speaker.is_two()).map_or(String::new(), |answer| {
        let other = seat.other();
        let plural = here.game().about().is_plural(other.index());
        let verb = if speaker.is_reader(other) || plural { "answer" } else { "answers" };
        format!("{} {verb} {}: ", capital(&speaker.name(other)), answer.text)
    });
    let left = match worth.proved {
        Some(0) => "after that nobody can force a win".to_string(),
        Some(turns) if turns < 0 && speaker.is_two() => {
            let other = seat.other();
            let many = speaker.is_reader(other) || here.game().about().is_plural(other.index());
            format!("{} {} in {}", speaker.name(other), if many { "win" } else { "wins" }, counted(-turns - 1, "turn"))
        }
        _ => format!("{} in 100 for {whom}", worth.in_100()),
    };
    format!("{}.", capital(&format!("{after}{left}")))
}

fn turns_words(turns: usize) -> String {
    if turns == 1 { "one turn".to_string() } else { format!("{turns} turns") }
}

fn moves(count: usize) -> String {
    if count == 1 { "one move".to_string() } else { format!("{count} moves") }
}
