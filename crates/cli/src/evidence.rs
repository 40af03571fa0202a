//! `evidence`: what every clause rests on, and what else the sheets could mean.

use crate::args::EvidenceArgs;
use crate::setup::Failure;
use library::evidence::{ClauseEvidence, common_grounds, grounds, measure, readings};
use library::{Entry, LIBRARY, lookup};
use rules::rulebook::OtherReading;
use serde_json::{Value, json};
use std::io::Write;

pub fn evidence(args: &EvidenceArgs, out: &mut impl Write) -> Result<(), Failure> {
    let entries: Vec<&'static Entry> = match &args.game {
        Some(game) => vec![lookup(game)?],
        None => LIBRARY.iter().collect(),
    };
    if let Some(games) = args.measure {
        return entries.iter().try_for_each(|entry| print_measured(entry, games, args.seed, out));
    }
    let mut clauses: Vec<ClauseEvidence<'static>> = entries.iter().flat_map(|entry| grounds(entry)).collect();
    if args.game.is_none() {
        clauses.extend(common_grounds());
    }
    if args.json {
        let readings: Vec<Value> =
            entries.iter().flat_map(|entry| readings(entry).iter().map(|other| reading(entry, other))).collect();
        let document = json!({ "clauses": clauses.iter().map(clause).collect::<Value>(), "readings": readings });
        return Ok(writeln!(out, "{document:#}")?);
    }
    if args.csv {
        return print_csv(&entries, &clauses, out);
    }
    for entry in entries {
        writeln!(out, "{}", entry.about.name)?;
        for ground in clauses.iter().filter(|ground| ground.game == entry.about.id) {
            print_ground(ground, out)?;
        }
        let others = readings(entry);
        if !others.is_empty() {
            writeln!(out, "\n  Readings that were not taken")?;
        }
        for OtherReading { clause, option, reading, why_not, measured } in others {
            let option = option.as_ref().map_or(String::new(), |option| format!(" [--option {option}]"));
            writeln!(out, "  {clause}{option} {reading} Not taken: {why_not}")?;
            if let Some(measured) = measured {
                writeln!(out, "       Measured: {measured}")?;
            }
        }
        writeln!(out)?;
    }
    let shared = clauses.iter().filter(|ground| ground.game == "common");
    for (nth, ground) in shared.enumerate() {
        if nth == 0 {
            writeln!(out, "Every game")?;
        }
        print_ground(ground, out)?;
    }
    Ok(())
}

fn print_ground(ground: &ClauseEvidence<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let clause = ground.clause;
    let place = clause.place.as_deref().unwrap_or("the sheet is silent");
    let why = clause.why.as_ref().map_or(String::new(), |why| format!(": {why}"));
    Ok(writeln!(out, "  {:<5} {:<7} {place}{why}", clause.number, clause.mark.word())?)
}

fn clause(ClauseEvidence { game, clause }: &ClauseEvidence<'_>) -> Value {
    json!({ "game": game, "clause": clause.number, "basis": clause.mark.word(), "place": clause.place, "why": clause.why,
        "text": clause.text })
}

fn reading(entry: &Entry, other: &OtherReading) -> Value {
    json!({ "game": entry.about.id, "clause": other.clause, "option": other.option, "reading": other.reading,
        "why_not": other.why_not, "measured": other.measured })
}

/// One table: clauses first, then readings, with a column that tells which is which.
fn print_csv(entries: &[&'static Entry], clauses: &[ClauseEvidence<'_>], out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "kind,game,clause,basis,place,why,option,reading,measured")?;
    for ClauseEvidence { game, clause } in clauses {
        let (place, why) = (clause.place.as_deref().unwrap_or(""), clause.why.as_deref().unwrap_or(""));
        row(&["clause", game, &clause.number, clause.mark.word(), place, why, "", "", ""], out)?;
    }
    for entry in entries {
        for OtherReading { clause, option, reading, why_not, measured } in readings(entry) {
            let (option, measured) = (option.as_deref().unwrap_or(""), measured.as_deref().unwrap_or(""));
            row(&["reading", entry.about.id, clause, "", "", why_not, option, reading, measured], out)?;
        }
    }
    Ok(())
}

fn row(fields: &[&str], out: &mut impl Write) -> Result<(), Failure> {
    let quoted: Vec<String> = fields.iter().map(|field| format!("\"{}\"", field.replace('"', "\"\""))).collect();
    Ok(writeln!(out, "{}", quoted.join(","))?)
}

/// Random games by the usual reading and by each that an option plays.
fn print_measured(entry: &Entry, games: u32, seed: u64, out: &mut impl Write) -> Result<(), Failure> {
    for option in readings(entry).iter().filter_map(|other| other.option.as_deref()) {
        for (played, compared) in [("", option), (option, "")] {
            let measured = measure(entry, played, compared, games, seed).map_err(Failure::No)?;
            let shares: Vec<String> = entry
                .about
                .seats
                .iter()
                .zip(&measured.wins)
                .map(|(seat, wins)| format!("{seat} wins {wins}"))
                .collect();
            let name = if played.is_empty() { "as ruled" } else { played };
            writeln!(
                out,
                "{} {name}: {games} random games, {:.1} turns on average, {}, {} drawn; it matters in {} games and {:.2} % of positions",
                entry.about.id,
                measured.turns,
                shares.join(", "),
                measured.draws,
                measured.differing_games,
                100.0 * measured.differing_positions
            )?;
        }
    }
    Ok(())
}
