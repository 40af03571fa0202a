//! The laws that every game must obey, whatever its rules.
//!
//! They are checked on random games, in [`obey`], and on the rulebook, in [`obey_rulebook`]. Counts from
//! outside (perft) and stored playthroughs are laws too; they need files and are checked by the tests of
//! `games`.

use crate::arrange;
use crate::notation::{ParsedSteps, target};
use crate::rulebook::{Example, ExampleStart, Verdict};
use crate::show::{Board, Effect, Man, Placed, SiteId, SiteKind};
use crate::{Chosen, Clause, Complete, Game, Notation, Outcome, Random, Rules, Spare, Status};
use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A law that was broken, where and how, in words.
pub type Broken = String;

/// No turn of any game has more steps than this.
const LONGEST_TURN: usize = 200;

/// Opinions stay below this, so that no sum of them looks like a won game.
const LARGEST_OPINION: i32 = 100_000;

/// How thoroughly to look.
#[derive(Clone, Copy, Debug)]
pub struct Inspection {
    /// How many random games to play.
    pub games: u32,
    /// Where the randomness begins.
    pub seed: u64,
    /// A game is left after so many turns.
    pub turns: u32,
    /// One position in so many gets the expensive looks: every pair of sites, damaged texts, counted
    /// turns.
    pub one_in: usize,
}

impl Inspection {
    /// So many games from a seed, with the expensive looks now and then.
    pub const fn of(games: u32, seed: u64) -> Inspection {
        Inspection { games, seed, turns: 1000, one_in: 50 }
    }
}

/// Plays random games and holds the laws against every position met.
pub fn obey<G: Complete>(game: &G, inspection: Inspection) -> Result<(), Broken> {
    let mut random = Random::new(inspection.seed);
    let board = game.board();
    let names: HashSet<&str> = board.sites.iter().map(|site| site.name.as_str()).collect();
    hold(names.len() == board.sites.len(), || "two sites of the board have one name".to_string())?;
    hold(G::SEATS == G::ABOUT.count(), || "the box names more or fewer seats than the rules have".to_string())?;
    // On small boards games are short and looking closely is cheap.
    let inspection = Inspection { one_in: inspection.one_in.min(board.sites.len()), ..inspection };
    for nth in 0..inspection.games {
        let mut trail = Trail::default();
        let inspected = AssertUnwindSafe(|| obey_in_one_game(game, &board, inspection, &mut random, &mut trail));
        let outcome = catch_unwind(inspected).unwrap_or_else(|panic| Err(panic_message(&*panic)));
        let Trail { position, text } = &trail;
        let tried = if text.is_empty() { String::new() } else { format!(", with {text:?}") };
        outcome.map_err(|why| format!("{}, game {}, at {position}{tried}: {why}", G::ABOUT.id, nth + 1))?;
    }
    Ok(())
}

/// What is being looked at, so that a broken law or a panic can name it.
#[derive(Default)]
struct Trail {
    position: String,
    /// The text that was read there last, if any.
    text: String,
}

impl Trail {
    fn note(&mut self, text: String) -> &str {
        self.text = text;
        &self.text
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> Broken {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("a panic: {}", text.unwrap_or("without words"))
}

fn obey_in_one_game<G: Complete>(
    game: &G,
    board: &Board,
    inspection: Inspection,
    random: &mut Random,
    trail: &mut Trail,
) -> Result<(), Broken> {
    let mut at = game.start();
    let men = count_men(&game.pieces(&at));
    let mut steps = Vec::new();
    let (mut turns, mut steps_in_turn) = (0, 0);
    // The first position is always looked at closely, the rest by lot.
    let mut closely = true;
    while turns < inspection.turns {
        *trail = Trail { position: at.to_string(), text: String::new() };
        let status = position_laws(game, &at, &mut steps)?;
        let counted = count_men(&game.pieces(&at));
        hold(counted == men, || format!("{men} men have become {counted} (law 8)"))?;
        if closely {
            expensive_laws(game, board, &at, random, trail)?;
        }
        closely = random.below(inspection.one_in) == 0;
        match status {
            Status::Over(..) => return Ok(()),
            Status::Turn(_) => (turns, steps_in_turn) = (turns + 1, 1),
            Status::Continue(_) => steps_in_turn += 1,
        }
        hold(steps_in_turn < LONGEST_TURN, || "a turn does not end (law 6)".to_string())?;
        let step = random.pick(&steps);
        step_laws(game, board, &at, step)?;
        game.apply(&mut at, step);
    }
    Ok(())
}

/// Laws 3, 4, 5, 7 and 15 in one position. Fills `steps` and tells the status.
fn position_laws<G: Complete>(game: &G, at: &G::Position, steps: &mut Vec<G::Step>) -> Result<Status, Broken> {
    let text = at.to_string();
    let again =
        text.parse::<G::Position>().map_err(|why| format!("the position's own text is not read: {why} (law 4)"))?;
    hold(again == *at, || format!("written and read it becomes {again} (law 4)"))?;
    let same = game.repetition_position(at);
    hold(game.repetition_position(&same) == same, || "a position for repetition has another".to_string())?;
    hold(game.key(&same) == game.key(at), || "the same position for repetition has another key".to_string())?;

    let status = game.survey(at, steps);
    if let Status::Over(outcome, clause) = status {
        hold(steps.is_empty(), || "a finished game has steps (law 5)".to_string())?;
        if let Outcome::Win(seat) = outcome {
            hold(seat.index() < G::SEATS, || "nobody sits on the winner's seat".to_string())?;
        }
        return cited(game, clause).map(|()| status);
    }
    hold(!steps.is_empty(), || "a running game has no step (law 5)".to_string())?;
    hold(status == game.status(at), || "survey and status disagree (law 5)".to_string())?;
    let seat = status.seat().map_or(0, crate::Seat::index);
    hold(seat < G::SEATS, || "nobody sits on that seat".to_string())?;
    if let Status::Turn(_) = status {
        let opinions: Vec<i32> = G::seats().map(|seat| game.evaluate(at, seat)).collect();
        let small = opinions.iter().all(|opinion| opinion.abs() < LARGEST_OPINION);
        hold(small, || format!("the opinions {opinions:?} are not below {LARGEST_OPINION} (law 15)"))?;
        let opposite = opinions.len() != 2 || opinions[0] == -opinions[1];
        hold(opposite, || format!("the opinions {opinions:?} of two seats are not opposite (law 15)"))?;
    }

    let mut candidates = Vec::new();
    game.candidates(at, &mut candidates);
    let mut legal = HashSet::new();
    for step in candidates {
        match game.judge(at, step) {
            Ok(()) => _ = legal.insert(step),
            Err(breach) => cited(game, breach.clause)?,
        }
    }
    same_set(steps, &legal)?;
    let mut texts = HashSet::new();
    let mut paths: HashMap<Vec<SiteId>, usize> = HashMap::new();
    for step in steps.iter() {
        hold(texts.insert(step.to_string()), || format!("two steps are written {step} (law 3)"))?;
        let clicks = game.clicks(at, *step);
        if !clicks.is_empty() {
            *paths.entry(clicks).or_default() += 1;
        }
    }
    for step in steps.iter() {
        let clicks = game.clicks(at, *step);
        if clicks.is_empty() {
            hold(game.is_button(at, *step), || format!("{step} can neither be touched nor is it a button (law 7)"))?;
            continue;
        }
        let meant = game.attempt(at, &clicks);
        let meant = meant.ok_or_else(|| format!("the clicks of {step} mean nothing (law 7)"))?;
        // Where several steps share their clicks (promotions) a chooser decides between them.
        let right = if paths[&clicks] == 1 { meant == *step } else { game.clicks(at, meant) == clicks };
        hold(right, || format!("the clicks of {step} mean {meant} (law 7)"))?;
    }
    Ok(status)
}

fn same_set<S: Copy + Eq + Hash + Debug>(steps: &[S], legal: &HashSet<S>) -> Result<(), Broken> {
    let listed: HashSet<S> = steps.iter().copied().collect();
    hold(listed.len() == steps.len(), || "a step is listed twice (law 3)".to_string())?;
    let surplus: Vec<_> = listed.difference(legal).collect();
    let missing: Vec<_> = legal.difference(&listed).collect();
    hold(surplus.is_empty(), || format!("listed but not legal: {surplus:?} (law 3)"))?;
    hold(missing.is_empty(), || format!("legal but not listed: {missing:?} (law 3)"))
}

/// What must be true of a step about to be played.
fn step_laws<G: Complete>(game: &G, board: &Board, at: &G::Position, step: G::Step) -> Result<(), Broken> {
    let text = step.to_string();
    let again = text.parse::<G::Step>().map_err(|why| format!("the step {text} is not read: {why} (law 4)"))?;
    hold(again == step, || format!("the step {text} is read as {again} (law 4)"))?;
    hold(game.read(at, &text) == ParsedSteps::step(step), || {
        format!("the step {text} is read as another here (law 4)")
    })?;
    hold(!text.contains([' ', ',']), || format!("the step '{text}' would be cut in two in a list"))?;
    hold(!game.say(at, step).trim().is_empty(), || format!("nothing is said of {text}"))?;
    let mut next = at.clone();
    game.apply(&mut next, step);
    let (before, after) = (game.pieces(at), game.pieces(&next));
    let (before, after) = (men_by_site(&before), men_by_site(&after));
    let named: HashSet<SiteId> = game.effects(at, step).into_iter().flatten().flat_map(Effect::sites).collect();
    for site in board.ids() {
        let changed = before.get(&site) != after.get(&site);
        hold(!changed || named.contains(&site), || {
            format!("{text} changes {} and no effect says so", board.sites[site.index()].name)
        })?;
    }
    hold(named.iter().all(|site| site.index() < board.sites.len()), || format!("an effect of {text} is off the board"))
}

/// Law 5 (turns), law 4 on damaged texts, laws 11, 13 and 14.
fn expensive_laws<G: Complete>(
    game: &G,
    board: &Board,
    at: &G::Position,
    random: &mut Random,
    trail: &mut Trail,
) -> Result<(), Broken> {
    let mut spare = Spare::new();
    if let Some(walked) = walk(game, at, 1, &mut 50_000) {
        let turns = game.turns(at, &mut spare);
        hold(turns == walked, || format!("{walked} turns are counted as {turns} (law 5)"))?;
    }
    if let Some(walked) = walk(game, at, 2, &mut 50_000) {
        let count = game.perft(at, 2, &mut spare);
        hold(count == walked, || format!("{walked} ways to play two turns are counted as {count} (law 5)"))?;
    }
    let text = at.to_string();
    for _ in 0..20 {
        let damaged = trail.note(damage(&text, random));
        if let Ok(position) = damaged.parse::<G::Position>() {
            play_on(game, position, random).map_err(|why| format!("after reading {damaged}: {why}"))?;
        }
    }
    trail.text.clear();
    let mut steps = Vec::new();
    if game.survey(at, &mut steps).is_over() {
        return Ok(());
    }
    arranging(game, at, random)?;
    let listed: HashSet<G::Step> = steps.iter().copied().collect();
    // A legal step that `candidates` forgets: whatever can be touched or typed and `judge` allows must be listed.
    let accepted = |attempt: G::Step| match game.judge(at, attempt) {
        Ok(()) => hold(listed.contains(&attempt), || format!("{attempt} is allowed and not listed (law 3)")),
        Err(breach) => {
            cited(game, breach.clause)?;
            hold(breach.at.is_none_or(|site| site.index() < board.sites.len()), || {
                format!("the refusal of {attempt} points off the board")
            })
        }
    };
    bare_targets(game, at, &steps)?;
    let on_board = |site: &SiteId| board.sites[site.index()].kind != SiteKind::Tray;
    for first in board.ids().filter(on_board) {
        let alone = game.attempt(at, &[first]);
        for second in board.ids().filter(on_board) {
            let attempt = game.attempt(at, &[first, second]).or(alone);
            let name = |site: SiteId| &board.sites[site.index()].name;
            let attempt =
                attempt.ok_or_else(|| format!("no answer to {} and {} (law 11)", name(first), name(second)))?;
            accepted(attempt)?;
        }
    }
    // Nothing that reads as a step may upset the judge.
    for step in steps.iter().take(20) {
        let typed = trail.note(damage(&step.to_string(), random));
        if let Ok(attempt) = typed.parse::<G::Step>() {
            accepted(attempt)?;
            game.clicks(at, attempt);
        }
        if let ParsedSteps::Steps(run) = game.read(at, typed)
            && let Some(first) = run.first()
        {
            accepted(*first)?;
        }
    }
    trail.text.clear();
    Ok(())
}

/// Law 14: the men of a position, set up by hand, make a position in which they stand as they stood; without one of them
/// they make one that can be played, or are refused.
fn arranging<G: Complete>(game: &G, at: &G::Position, random: &mut Random) -> Result<(), Broken> {
    let Some(to_move) = game.status(at).seat() else { return Ok(()) };
    let mut men = arrange::on_board(game, &game.pieces(at));
    let again =
        arrange::arrange(game, at, &men, to_move).map_err(|why| format!("its men are refused: {why} (law 14)"))?;
    hold(game.status(&again).seat() == Some(to_move), || format!("its men make {again} (law 14)"))?;
    if !men.is_empty() {
        men.remove(random.below(men.len()));
    }
    if let Ok(fewer) = arrange::arrange(game, at, &men, to_move) {
        let text = fewer.to_string();
        play_on(game, fewer, random).map_err(|why| format!("{text} is made of men: {why} (law 14)"))?;
    }
    Ok(())
}

/// The plain way of counting so many turns, within a budget of steps.
fn walk<G: Rules>(game: &G, at: &G::Position, depth: u32, budget: &mut u32) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut steps = Vec::new();
    game.survey(at, &mut steps);
    let mut count = 0;
    for step in steps {
        *budget = budget.checked_sub(1)?;
        let mut next = at.clone();
        game.apply(&mut next, step);
        let goes_on = matches!(game.status(&next), Status::Continue(_));
        count += walk(game, &next, if goes_on { depth } else { depth - 1 }, budget)?;
    }
    Some(count)
}

/// Whatever reads as a position must bear being shown and played.
fn play_on<G: Complete>(game: &G, mut at: G::Position, random: &mut Random) -> Result<(), Broken> {
    let mut steps = Vec::new();
    for _ in 0..8 {
        let text = at.to_string();
        let again = text.parse::<G::Position>();
        hold(again.as_ref() == Ok(&at), || format!("{text} is read as {again:?} (law 4)"))?;
        game.pieces(&at);
        game.prompt(&at);
        if game.survey(&at, &mut steps).is_over() {
            return Ok(());
        }
        let mut candidates = Vec::new();
        game.candidates(&at, &mut candidates);
        let legal: HashSet<G::Step> = candidates.into_iter().filter(|step| game.judge(&at, *step).is_ok()).collect();
        same_set(&steps, &legal)?;
        hold(!steps.is_empty(), || format!("{text} is running and has no step (law 5)"))?;
        let step = random.pick(&steps);
        game.say(&at, step);
        game.effects(&at, step);
        game.apply(&mut at, step);
    }
    Ok(())
}

/// A text with one letter dropped, doubled, changed for another of its own, or moved.
fn damage(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(2) {
        if letters.is_empty() {
            break;
        }
        let (here, there) = (random.below(letters.len()), random.below(letters.len()));
        match random.below(5) {
            0 => _ = letters.remove(here),
            1 => letters.insert(here, letters[there]),
            2 => letters[here] = letters[there],
            3 => letters.swap(here, there),
            _ => letters[here] = random.pick(&['1', '9', '-', '/', 'K', 'w', 'é', '\0', '.']),
        }
    }
    letters.into_iter().collect()
}

/// Laws 1, 2 and 12: every example gives the verdict written there, every clause cited exists and is shown.
pub fn obey_rulebook<G: Complete>(game: &G) -> Result<(), Broken> {
    let book = game.rules();
    hold(book.title == G::ABOUT.name, || format!("the rulebook is headed '{}'", book.title))?;
    hold(!book.source.is_empty(), || "the rulebook does not say where the game comes from".to_string())?;
    let mut numbers = HashSet::new();
    let (mut refused, mut allowed, mut ended) = (HashSet::new(), HashSet::new(), HashSet::new());
    for clause in book.clauses() {
        let number = clause.number.as_str();
        hold(numbers.insert(number), || format!("two clauses are numbered {number} (law 2)"))?;
        for example in &clause.examples {
            let verdict =
                try_example::<G>(example).map_err(|why| format!("clause {number}, {example:?}: {why} (law 1)"))?;
            hold(agree(&verdict, &example.verdict), || {
                format!("clause {number}, {example:?}: the verdict is {verdict:?} (law 1)")
            })?;
            match &example.verdict {
                Verdict::Ok => _ = allowed.insert(number),
                Verdict::Refused(by) => _ = refused.insert(by.as_str()),
                Verdict::Ends(by, _) => _ = ended.insert(by.as_str()),
            }
        }
    }
    let by_match: Vec<Clause> = game.draws().clauses().collect();
    for clause in book.cited {
        let number = clause.number();
        cited(game, *clause)?;
        let shown = refused.contains(number) || ended.contains(number) || by_match.contains(clause);
        hold(shown, || format!("no example is refused or ended by clause {number} (law 2)"))?;
        hold(!refused.contains(number) || allowed.contains(number), || {
            format!("no example under clause {number} shows what it allows (law 2)")
        })?;
    }
    Ok(())
}

/// An example that says nothing of the winner agrees with any.
fn agree(verdict: &Verdict, written: &Verdict) -> bool {
    match (verdict, written) {
        (Verdict::Ends(by, _), Verdict::Ends(clause, None)) => by == clause,
        _ => verdict == written,
    }
}

fn try_example<G: Game + Notation>(example: &Example) -> Result<Verdict, String> {
    let mut chosen = Chosen::defaults(&G::ABOUT);
    for (name, value) in &example.options {
        chosen.set(&G::ABOUT, name, value).map_err(|unknown| format!("{unknown:?}"))?;
    }
    let game = G::with(&chosen);
    let mut at = match &example.start {
        ExampleStart::Position(text) => text.parse().map_err(|why| format!("the position is not read: {why}"))?,
        ExampleStart::After(steps) => after(&game, steps)?,
    };
    let typed = judge_typed(&game, &at, &example.step)?;
    let Ok(step) = example.step.parse::<G::Step>() else {
        // A run or a short form: there is no canonical step to hold against it.
        return Ok(typed);
    };
    let verdict = judge_canonical(&game, &mut at, step)?;
    hold(typed == verdict, || format!("typed by a person it is judged {typed:?}, by itself {verdict:?} (law 12)"))?;
    Ok(verdict)
}

/// The position after these steps from the start, as a person types them.
pub fn after<G: Notation>(game: &G, steps: &str) -> Result<G::Position, String> {
    let mut at = game.start();
    for text in steps.split_whitespace() {
        let run = game.read(&at, text).steps().ok_or_else(|| format!("{text} is not a step"))?;
        for step in run {
            game.judge(&at, step).map_err(|breach| format!("{text} breaks {}", breach.clause))?;
            game.apply(&mut at, step);
        }
    }
    Ok(at)
}

/// The verdict on a step, played if it is legal.
fn judge_canonical<G: Rules>(game: &G, at: &mut G::Position, step: G::Step) -> Result<Verdict, String> {
    let mut steps = Vec::new();
    if let Status::Over(_, clause) = game.survey(at, &mut steps) {
        return Err(format!("the game is over before the step, by {clause}"));
    }
    if let Err(breach) = game.judge(at, step) {
        return Ok(Verdict::Refused(breach.clause.number().to_string()));
    }
    hold(steps.contains(&step), || "the step is legal and not listed".to_string())?;
    game.apply(at, step);
    Ok(match game.survey(at, &mut steps) {
        Status::Over(Outcome::Win(seat), clause) => Verdict::Ends(clause.number().to_string(), Some(seat.number())),
        Status::Over(Outcome::Draw, clause) => Verdict::Ends(clause.number().to_string(), Some(0)),
        _ => Verdict::Ok,
    })
}

/// The verdict on a step or run as a person types it.
fn judge_typed<G: Notation>(game: &G, at: &G::Position, text: &str) -> Result<Verdict, String> {
    let run = game.read(at, text).steps().ok_or_else(|| format!("{text} is not read as a step (law 12)"))?;
    let mut at = at.clone();
    let mut verdict = Verdict::Ok;
    let mut before: Option<(G::Position, G::Step)> = None;
    for step in run {
        if let Some((before, last)) = before.filter(|_| !matches!(game.status(&at), Status::Continue(_)))
            && let Some(breach) = game.overrun(&before, last, step)
        {
            return Ok(Verdict::Refused(breach.clause.number().to_string()));
        }
        before = Some((at.clone(), step));
        verdict = judge_canonical(game, &mut at, step)?;
        if matches!(verdict, Verdict::Refused(_)) {
            break;
        }
    }
    Ok(verdict)
}

/// Law 13: the bare name of a square that one step goes to is read as that step; where several go there, as any of them.
fn bare_targets<G: Notation>(game: &G, at: &G::Position, steps: &[G::Step]) -> Result<(), Broken> {
    let texts: Vec<String> = steps.iter().map(G::Step::to_string).collect();
    let mut reached: HashMap<&str, Vec<G::Step>> = HashMap::new();
    for (step, text) in steps.iter().zip(&texts) {
        if let Some(target) = target(text).filter(|target| !texts.iter().any(|text| text == target)) {
            reached.entry(target).or_default().push(*step);
        }
    }
    for (target, fitting) in reached {
        let read = game.read(at, target);
        let expected = match fitting[..] {
            [only] => read == ParsedSteps::step(only),
            // Unless it is a step by itself, if an illegal one.
            _ => match &read {
                ParsedSteps::Ambiguous(all) => all.len() == fitting.len(),
                _ => target.parse::<G::Step>().is_ok_and(|step| read == ParsedSteps::step(step)),
            },
        };
        hold(expected, || format!("{target}, where {fitting:?} go, is read as {read:?} (law 13)"))?;
    }
    Ok(())
}

fn cited<G: Game>(game: &G, clause: Clause) -> Result<(), Broken> {
    hold(game.rules().clause(clause.number()).is_some(), || {
        format!("clause {clause} is cited and does not exist (law 2)")
    })
}

fn count_men(pieces: &[Placed]) -> usize {
    pieces.iter().map(|placed| placed.men.len()).sum()
}

fn men_by_site(pieces: &[Placed]) -> HashMap<SiteId, &[Man]> {
    pieces.iter().filter(|placed| !placed.men.is_empty()).map(|placed| (placed.site, placed.men.as_slice())).collect()
}

fn hold(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(otherwise()) }
}
