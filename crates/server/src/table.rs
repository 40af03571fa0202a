//! A table as the fold of its events.

use crate::answers::Failure;
use crate::shapes;
use crate::shelf;
use crate::tables::name;
use crate::tokens;
use library::{Level, Match, Record};
use rules::{Outcome, Seat, Status};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashSet;
use store::Event;

/// What is stored of a table beside its game: who sits where, what was played before it began.
#[derive(Clone, Serialize, Deserialize)]
pub struct Setting {
    /// In the order of the seats.
    pub seats: Vec<Sitting>,
    /// Steps played before anybody sat down.
    pub opening: String,
    /// The series that this is a game of.
    pub series: Option<Standing>,
}

/// Who sits on a seat.
#[derive(Clone, Serialize, Deserialize)]
pub struct Sitting {
    /// A person, the computer, or nobody yet.
    pub kind: Kind,
    /// The computer's.
    pub level: Option<u8>,
    /// A person's.
    pub name: Option<String>,
    /// The hash of the key that plays this seat.
    pub key: Option<String>,
    /// The hash of the key that claims this seat.
    pub invite: Option<String>,
    /// Seats of one party share a screen: 0 is whoever set the table up.
    pub party: u8,
}

/// What kind of player has a seat.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Somebody with a key.
    Person,
    /// One of the levels.
    Computer,
    /// Nobody yet: an invitation is out.
    Open,
}

/// How a series stands before this game.
#[derive(Clone, Serialize, Deserialize)]
pub struct Standing {
    /// How many games it has.
    pub games: u8,
    /// How many have been played before this one.
    pub played: u8,
    /// How many of them whoever now has each seat has won.
    pub wins: Vec<u8>,
}

/// What a seat proposes to the others.
#[derive(Clone)]
pub struct Offer {
    /// Who proposes it.
    pub seat: Seat,
    /// `draw` or `take-back`.
    pub what: String,
    /// For a take-back: how many steps remain.
    pub to: usize,
    /// The parties that want it.
    pub agreed: Vec<u8>,
}

/// A table now.
#[derive(Clone)]
pub struct State {
    /// As it was set up.
    pub table: store::Table,
    /// What is being played.
    pub played: Match,
    /// Who sits where.
    pub seats: Vec<Sitting>,
    /// The last event's number.
    pub version: u64,
    /// The number of the last event that changed what may be played next.
    pub moved: u64,
    /// What is on offer.
    pub offers: Vec<Offer>,
    /// The table of the next game.
    pub next: Option<String>,
    /// When the last event was.
    pub updated: i64,
    /// Steps played before anybody sat down.
    pub opening: String,
    /// Why the table can only be looked at: what was stored after this position is not allowed any more.
    pub read_only: Option<String>,
    series: Option<Standing>,
    keys: HashSet<String>,
}

impl State {
    /// A table before its first event.
    pub fn new(table: store::Table) -> Result<State, Failure> {
        let unreadable = |why: &dyn std::fmt::Display| Failure::internal(&format!("table {}: {why}", table.id));
        let setting: Setting = serde_json::from_str(&table.seats).map_err(|why| unreadable(&why))?;
        let options = table.options.split(',').filter(|option| !option.is_empty());
        let game = shelf::game_from_texts(&table.game, options)?;
        let start = game.read_position(&table.start).map_err(|why| unreadable(&why))?;
        let mut record = Record::of(Match::from(game, start));
        let opened = record.play_on(&setting.opening);
        let Setting { seats, series, opening } = setting;
        let (played, updated) = (record.played, table.created);
        let (offers, keys) = (Vec::new(), HashSet::new());
        let mut state = State {
            table,
            played,
            seats,
            version: 0,
            moved: 0,
            offers,
            next: None,
            updated,
            opening,
            read_only: None,
            series,
            keys,
        };
        if let Err(why) = opened {
            state.stop_here("the steps before its first event", &why);
        }
        Ok(state)
    }

    /// A table with everything that was stored of it. Where the events cannot be taken in to the end it stands as it
    /// was before the first that cannot, and is read-only.
    pub fn restore(table: store::Table, events: &[Event]) -> Result<State, Failure> {
        let mut state = State::new(table.clone())?;
        for (nth, event) in events.iter().enumerate() {
            if state.read_only.is_some() {
                break;
            }
            if let Err(failure) = state.fold(event) {
                // What failed may have been half done.
                state = State::new(table)?;
                for good in &events[..nth] {
                    state.fold(good)?;
                }
                let step = serde_json::from_str::<Value>(&event.body).ok();
                let step = step.as_ref().and_then(|body| body["step"].as_str()).unwrap_or("");
                let what = format!("event {}, {} {step}", event.version, event.kind);
                state.stop_here(what.trim_end(), &failure.reason());
                break;
            }
        }
        Ok(state)
    }

    fn stop_here(&mut self, what: &str, why: &dyn std::fmt::Display) {
        tracing::warn!(table = self.table.id, what, %why, "a table no longer folds");
        let edition = match (self.table.edition, self.played.game().about().edition) {
            (stored, now) if stored == now => String::new(),
            (stored, now) => format!(" It was set up under edition {stored} of the rules; this is edition {now}."),
        };
        self.read_only = Some(format!(
            "This table can be looked at but not played on. What was stored next, {what}, is not allowed any more: \
             {why}{edition}"
        ));
    }

    /// Refuses if the table can only be looked at.
    pub fn playable(&self) -> Result<(), Failure> {
        self.read_only.as_ref().map_or(Ok(()), |why| Err(Failure::read_only(why.as_str())))
    }

    /// Whether a request with this key has been carried out.
    pub fn has_done(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    /// The seat that a key plays.
    pub fn seat_of(&self, key: &str) -> Option<Seat> {
        self.fitting(key, |sitting| sitting.key.as_deref())
    }

    /// The seat that an invitation is for, claimed or not.
    pub fn seat_invited(&self, key: &str) -> Option<Seat> {
        self.fitting(key, |sitting| sitting.invite.as_deref())
    }

    /// All are compared, so that the time tells nothing.
    fn fitting(&self, key: &str, hash: impl Fn(&Sitting) -> Option<&str>) -> Option<Seat> {
        let fits = |sitting: &Sitting| hash(sitting).is_some_and(|hash| tokens::fits(key, hash));
        let fitting: Vec<bool> = self.seats.iter().map(fits).collect();
        fitting.iter().position(|fits| *fits).map(Seat::new)
    }

    /// Who sits there.
    pub fn sitting(&self, seat: Seat) -> &Sitting {
        &self.seats[seat.index()]
    }

    /// The computer whose choice it is.
    pub fn computer_to_move(&self) -> Option<(Seat, Level)> {
        let seat = self.played.status().seat().filter(|_| self.read_only.is_none())?;
        let sitting = self.sitting(seat);
        let level = sitting.level.filter(|_| sitting.kind == Kind::Computer).and_then(Level::new)?;
        Some((seat, level))
    }

    /// How it stands, as far as the store needs to know. What computers owe each other nobody will ask for.
    pub fn flags(&self) -> store::Flags {
        let owing = self.computer_to_move().is_some() && !self.parties().is_empty();
        store::Flags { owing, keep: self.is_to_be_kept() }
    }

    /// Whether it is a finished game of people, which is kept for ever.
    pub fn is_to_be_kept(&self) -> bool {
        self.played.status().is_over() && self.seats.iter().any(|sitting| sitting.key.is_some())
    }

    /// The parties with a person at the table.
    pub fn parties(&self) -> HashSet<u8> {
        self.seats.iter().filter(|sitting| sitting.kind == Kind::Person).map(|sitting| sitting.party).collect()
    }

    /// How many steps remain if a party takes back to its last real decision: one where there was a
    /// choice. Nothing if it has not played.
    pub fn last_decision(&self, party: u8) -> Option<usize> {
        let own = |seat: Seat| self.sitting(seat).kind == Kind::Person && self.sitting(seat).party == party;
        let steps: Vec<_> = self.played.steps_taken().map(|(place, _)| place).zip(self.played.movers()).collect();
        let mut own_steps = steps.iter().enumerate().rev().filter(|(_, (_, mover))| own(*mover)).peekable();
        let latest = own_steps.peek().map(|(nth, _)| *nth);
        let real = own_steps.find(|(_, (place, _))| self.played.game().survey(place).steps.len() > 1);
        real.map(|(nth, _)| nth).or(latest)
    }

    /// Takes in an event and tells what the streams say of it.
    pub fn fold(&mut self, event: &Event) -> Result<Value, Failure> {
        let body: Value = serde_json::from_str(&event.body).map_err(|why| Failure::internal(&why))?;
        let seat = event.seat.and_then(Seat::numbered);
        let mut told = json!({ "version": event.version, "seat": event.seat, "time": event.time });
        self.happens(&event.kind, seat, &body, event.version, &mut told)?;
        self.version = event.version;
        self.updated = event.time;
        self.keys.extend(event.key.clone());
        let game = &**self.played.game();
        if self.moved == event.version {
            told["scene"] = shapes::glance_in(&self.played, self.played.position(), self.played.status());
        }
        told["status"] = shapes::status(game, self.played.status());
        told["offers"] = self.told_offers();
        Ok(told)
    }

    fn happens(
        &mut self,
        kind: &str,
        seat: Option<Seat>,
        body: &Value,
        version: u64,
        told: &mut Value,
    ) -> Result<(), Failure> {
        let number = |name: &str| body[name].as_u64().unwrap_or(0);
        let own = |seat: Option<Seat>| seat.ok_or_else(|| Failure::internal(&"an event without its seat"));
        match kind {
            "step" => {
                let before = self.played.length();
                self.step(body["step"].as_str().unwrap_or(""), seat)?;
                told["taken"] = shapes::taken_since(&self.played, before).remove(0);
                self.moved = version;
            }
            "take-back" => {
                self.take_back(number("to") as usize);
                told["taken"] = self.played.length().into();
                self.moved = version;
            }
            "offer" => {
                let seat = own(seat)?;
                let what = body["what"].as_str().unwrap_or("draw").to_string();
                self.offers.retain(|offer| offer.what != what);
                let agreed = vec![self.sitting(seat).party];
                told["what"] = what.as_str().into();
                self.offers.push(Offer { seat, what, to: number("to") as usize, agreed });
            }
            "accept" => {
                let what = body["what"].as_str().unwrap_or("draw");
                told["what"] = what.into();
                self.accept(what, own(seat)?, version)?;
            }
            "decline" | "withdraw" => {
                let what = body["what"].as_str().unwrap_or("draw");
                told["what"] = what.into();
                self.offers.retain(|offer| offer.what != what);
            }
            "resign" => {
                if !self.played.resign(own(seat)?) {
                    return Err(Failure::unclear("Resigning is for games of two that are still running."));
                }
                self.offers.clear();
                self.moved = version;
            }
            "claim" => {
                let parties = 1 + self.seats.iter().map(|sitting| sitting.party).max().unwrap_or(0);
                let sitting = &mut self.seats[own(seat)?.index()];
                sitting.kind = Kind::Person;
                sitting.name = body["name"].as_str().map(String::from);
                sitting.key = body["key"].as_str().map(String::from);
                sitting.party = parties;
                told["name"] = body["name"].clone();
            }
            "rename" => {
                self.seats[own(seat)?.index()].name = body["name"].as_str().map(String::from);
                told["name"] = body["name"].clone();
            }
            "computer" => {
                let taken_over = Seat::numbered(number("seat") as u8).filter(|seat| seat.index() < self.seats.len());
                let sitting = &mut self.seats[own(taken_over)?.index()];
                sitting.kind = Kind::Computer;
                sitting.level = Some(number("level") as u8);
                told["given"] = number("seat").into();
                told["level"] = number("level").into();
                self.moved = version;
            }
            "rematch" => {
                self.next = body["next"].as_str().map(String::from);
                told["next"] = body["next"].clone();
            }
            other => return Err(Failure::internal(&format!("an event of unknown kind '{other}'"))),
        }
        Ok(())
    }

    /// Plays one step.
    fn step(&mut self, step: &str, seat: Option<Seat>) -> Result<(), Failure> {
        if self.played.status().seat() != seat && !self.played.status().is_over() {
            return Err(Failure::forbidden("not-your-turn", "It is another seat's turn."));
        }
        let mut trial = self.played.clone();
        let steps = trial.play(step).map_err(|refusal| Failure::refused(&**self.played.game(), &refusal))?;
        if steps.len() != 1 {
            let words = format!("Expected one step at a time: first {}.", steps[0]);
            return Err(Failure::unclear(words).with("read", steps.join(" ")));
        }
        self.played = trial;
        // To play on is to decline what the others offered.
        self.offers.retain(|offer| Some(offer.seat) == seat && offer.what == "draw");
        Ok(())
    }

    fn take_back(&mut self, to: usize) {
        self.played.take_back_to(to);
        self.offers.clear();
    }

    /// One party more wants what is on offer; when all do, it happens.
    fn accept(&mut self, what: &str, seat: Seat, version: u64) -> Result<(), Failure> {
        let (party, parties) = (self.sitting(seat).party, self.parties());
        let offer = self.offers.iter_mut().find(|offer| offer.what == what);
        let offer = offer.ok_or_else(|| Failure::unclear("There is no such offer any more."))?;
        offer.agreed.push(party);
        if !parties.iter().all(|party| offer.agreed.contains(party)) {
            return Ok(());
        }
        let to = offer.to;
        if what == "take-back" {
            self.take_back(to);
        } else if !self.played.agree_on_draw() {
            return Err(Failure::unclear("A draw needs a running game and two players or more."));
        }
        self.offers.clear();
        self.moved = version;
        Ok(())
    }

    fn told_offers(&self) -> Value {
        self.offers.iter().map(|offer| json!({ "seat": offer.seat.number(), "what": offer.what })).collect()
    }

    /// The whole table for a page.
    pub fn view(&self, present: &[bool], thinking: &Value) -> Value {
        let played = &self.played;
        let turns = played.turns();
        // A turn under way is shown together with the last complete one.
        let shown = if let Status::Continue(_) = played.status() { 2 } else { 1 };
        let recent: usize = turns.iter().rev().take(shown).map(|turn| turn.steps.len()).sum();
        json!({
            "id": self.table.id, "game": self.table.game, "options": shapes::options(&**played.game()),
            "version": self.version, "created": self.table.created, "updated": self.updated,
            "seats": self.told_seats(present), "start": played.game().text(played.start()),
            "scene": shapes::scene(played), "turns": turns.iter().map(shapes::turn).collect::<Value>(),
            "taken": played.length(), "last": shapes::taken_since(played, played.length() - recent),
            "offers": self.told_offers(), "thinking": thinking, "series": self.told_series(), "next": self.next,
            "edition": self.table.edition, "read_only": self.read_only,
        })
    }

    /// The table in a list.
    pub fn summary(&self, present: &[bool]) -> Value {
        let game = &**self.played.game();
        json!({
            "id": self.table.id, "game": self.table.game, "name": game.about().name, "seats": self.told_seats(present),
            "version": self.version, "status": shapes::status(game, self.played.status()),
            "turns": self.played.turns().len(), "pieces": shapes::pieces(game, &self.played.pieces_at(self.played.position())),
            "options": shapes::options(game), "updated": self.updated, "next": self.next, "series": self.told_series(),
            "read_only": self.read_only,
        })
    }

    /// Whoever has seats of one party has them at one screen: all are there if one is.
    fn told_seats(&self, present: &[bool]) -> Value {
        let about = self.played.game().about();
        let here = |party: u8| {
            let at = |(sitting, present): (&Sitting, &bool)| {
                *present && sitting.kind == Kind::Person && sitting.party == party
            };
            self.seats.iter().zip(present).any(at)
        };
        let sitting = |(nth, sitting): (usize, &Sitting)| {
            json!({ "number": nth + 1, "called": about.seats[nth], "name": name(sitting.name.as_deref()), "kind": sitting.kind,
                "level": sitting.level, "present": here(sitting.party) })
        };
        self.seats.iter().enumerate().map(sitting).collect()
    }

    /// How the series stands, this game included if it is over.
    pub fn standing(&self) -> Option<Standing> {
        let mut standing = self.series.clone()?;
        if let Status::Over(outcome, _) = self.played.status() {
            standing.played += 1;
            if let Outcome::Win(seat) = outcome {
                standing.wins[seat.index()] += 1;
            }
        }
        Some(standing)
    }

    fn told_series(&self) -> Value {
        let told =
            |standing: Standing| json!({ "games": standing.games, "played": standing.played, "score": standing.wins });
        self.standing().map_or(Value::Null, told)
    }
}
