//! The fold: which events a command makes, and what a table comes to by them.

mod views;

use crate::command::{Command, RefusedCommand};
use crate::event::{Event, Proposal, Recorded};
use library::series::move_on;
use library::{AnyGame, Level, Match, Record, Series};
use rules::{Seat, Status};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use ts_rs::TS;
use utoipa::ToSchema;

/// How many events a table has at most. Games end by themselves long before; only taking back again and again comes here.
pub const LIMIT: u64 = 20_000;

/// What is stored of a table beside its game: who sits where, what was played before it began.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seating {
    /// In the order of the seats.
    pub seats: Vec<Seated>,
    /// Steps played before anybody sat down.
    pub opening: String,
    /// How the series that this is a game of stood before it.
    pub series: Option<Series>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seated {
    /// A person, the computer, or nobody yet.
    pub kind: SeatKind,
    /// The computer's.
    pub level: Option<u8>,
    /// A person's.
    pub name: Option<String>,
    /// What is stored of the key that plays this seat.
    pub key: Option<String>,
    /// What is stored of the key that claims this seat.
    pub invite: Option<String>,
    /// Seats of one party share a screen: 0 is whoever set the table up.
    pub party: u8,
}

/// What kind of player has a seat.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// Somebody with a key.
    Person,
    /// One of the levels.
    Computer,
    /// Nobody yet: an invitation is out.
    Open,
}

/// A table as it was set up.
#[derive(Clone)]
pub struct Beginning {
    /// Its id.
    pub id: String,
    /// The game with its options.
    pub game: Arc<dyn AnyGame>,
    /// The edition of the rules that it was set up under.
    pub edition: u16,
    /// The position that it began at, as text.
    pub start: String,
    /// When, in milliseconds since 1970.
    pub created: i64,
    /// Who sits where, and the rest.
    pub seating: Seating,
}

/// What a seat proposes to the others.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Offer {
    seat: Seat,
    what: Proposal,
    /// For a take-back: how many steps remain.
    to: usize,
    /// The parties that want it.
    agreed: Vec<u8>,
}

/// A table now.
#[derive(Clone)]
pub struct Table {
    id: String,
    edition: u16,
    created: i64,
    updated: i64,
    played: Match,
    seats: Vec<Seated>,
    version: u64,
    moved: u64,
    offers: Vec<Offer>,
    next: Option<String>,
    opening: String,
    read_only: Option<String>,
    series: Option<Series>,
    /// The requests that made the events, and which event each made.
    keys: HashMap<String, u64>,
}

impl Table {
    /// A table before its first event. The error tells why the position it began at cannot be read.
    pub fn new(beginning: Beginning) -> Result<Table, String> {
        let Beginning { id, game, edition, start, created, seating } = beginning;
        if seating.seats.len() != game.about().count() {
            return Err(format!("{} seats, expected {}", seating.seats.len(), game.about().count()));
        }
        let start = game.read_position(&start).map_err(|why| why.to_string())?;
        let mut record = Record::of(Match::from(game, start));
        let opened = record.play_on(&seating.opening);
        let mut table = Table {
            id,
            edition,
            created,
            updated: created,
            played: record.line.played,
            seats: seating.seats,
            version: 0,
            moved: 0,
            offers: Vec::new(),
            next: None,
            opening: seating.opening,
            read_only: None,
            series: seating.series,
            keys: HashMap::new(),
        };
        if let Err(why) = opened {
            table.stop_here("the steps before its first event", &why.to_string());
        }
        Ok(table)
    }

    /// Takes in an event that was stored. If it can no longer be taken in, the table stands as it was before it and is
    /// read-only from then on; later events change nothing.
    pub fn restore(&mut self, recorded: &Recorded) {
        if self.read_only.is_some() {
            return;
        }
        if let Err(why) = self.apply(recorded) {
            let step = if let Event::Step { step } = &recorded.event { step.as_str() } else { "" };
            let what = format!("event {}, {} {step}", recorded.version, recorded.event.kind());
            self.stop_here(what.trim_end(), &why.reason());
        }
    }

    fn stop_here(&mut self, what: &str, why: &str) {
        let edition = match (self.edition, self.played.game().about().edition) {
            (stored, now) if stored == now => String::new(),
            (stored, now) => format!(" It was set up under edition {stored} of the rules; this is edition {now}."),
        };
        self.read_only = Some(format!(
            "This table can be looked at but not played on. What was stored next, {what}, is not allowed any more: \
             {why}{edition}"
        ));
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// When something last happened here, in milliseconds since 1970.
    pub fn updated(&self) -> i64 {
        self.updated
    }

    /// What is being played.
    pub fn played(&self) -> &Match {
        &self.played
    }

    /// The last event's number.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The number of the last event that changed what may be played next.
    pub fn moved(&self) -> u64 {
        self.moved
    }

    /// When it was set up.
    pub fn created(&self) -> i64 {
        self.created
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seated] {
        &self.seats
    }

    /// Who sits there.
    pub fn seated(&self, seat: Seat) -> &Seated {
        &self.seats[seat.index()]
    }

    /// The table of the next game.
    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// Why it can only be looked at, if that is so.
    pub fn read_only(&self) -> Option<&str> {
        self.read_only.as_deref()
    }

    /// The event that a request with this key made.
    pub fn made_by(&self, key: &str) -> Option<u64> {
        self.keys.get(key).copied()
    }

    /// The computer whose choice it is.
    pub fn computer_to_move(&self) -> Option<(Seat, Level)> {
        let seat = self.played.status().seat().filter(|_| self.read_only.is_none())?;
        let seated = self.seated(seat);
        let level = seated.level.filter(|_| seated.kind == SeatKind::Computer).and_then(Level::new)?;
        Some((seat, level))
    }

    /// The parties with a person at the table.
    pub fn parties(&self) -> HashSet<u8> {
        self.seats.iter().filter(|seated| seated.kind == SeatKind::Person).map(|seated| seated.party).collect()
    }

    /// Whether it is a finished game of people, which is kept for ever.
    pub fn is_to_be_kept(&self) -> bool {
        self.played.status().is_over() && self.seats.iter().any(|seated| seated.key.is_some())
    }

    /// The number of the seat that whoever has each seat gets in the next game.
    fn next_seats(&self) -> Vec<u8> {
        let mut seats: Vec<u8> = Seat::all(self.seats.len()).map(Seat::number).collect();
        move_on(&mut seats);
        let position = |number: u8| seats.iter().position(|before| *before == number);
        (1..=self.seats.len() as u8).filter_map(position).map(|seat| seat as u8 + 1).collect()
    }

    /// Who sits where in the next game, and how its series stands then.
    pub fn rematch(&self) -> Seating {
        let mut seats = self.seats.clone();
        move_on(&mut seats);
        Seating { seats, opening: self.opening.clone(), series: self.series_with_this_game().map(Series::next_game) }
    }

    /// Judges what somebody wants and changes nothing. No event means that there is nothing to be recorded.
    pub fn decide(&self, who: Seat, command: Command) -> Result<Option<Event>, RefusedCommand> {
        if let Some(why) = &self.read_only {
            return Err(RefusedCommand::ReadOnly(why.clone()));
        }
        if self.version >= LIMIT {
            let words = format!("This table has seen {LIMIT} events: please set up a new one.");
            return Err(RefusedCommand::ReadOnly(words));
        }
        let event = match command {
            Command::Step { step } => self.step(who, &step)?,
            Command::TakeBack => self.take_back(who)?,
            Command::OfferDraw => self.offer_draw()?,
            Command::Accept { what } => Event::Accept { what: self.offered_to(who, what)? },
            Command::Decline { what } => Event::Decline { what: self.offered_to(who, what)? },
            Command::Withdraw => {
                let own = self.offers.iter().find(|offer| offer.seat == who);
                let own = own.ok_or_else(|| RefusedCommand::unclear("You have nothing on offer."))?;
                Event::Withdraw { what: own.what }
            }
            // With four seats a computer takes over from whoever resigns (common clause 0.7).
            Command::Resign { level: strength } => match self.seats.len() {
                _ if self.played.status().is_over() => return Err(RefusedCommand::Over),
                2 => Event::Resign {},
                4 => Event::Computer { seat: who.number(), level: level(strength)? },
                _ => return Err(RefusedCommand::unclear("There is nobody to resign to.")),
            },
            Command::MoveNow => return Ok(None),
            Command::Rematch { .. } if self.next.is_some() => return Ok(None),
            Command::Rematch { .. } if !self.played.status().is_over() => {
                return Err(RefusedCommand::unclear("The game is still running; a rematch comes after it."));
            }
            Command::Rematch { next } => Event::Rematch { next },
            Command::Rename { name } => Event::Rename { name },
            Command::GiveToComputer { seat, level: strength } => {
                let seat = self.seat(seat)?;
                if self.seated(seat).kind == SeatKind::Computer {
                    return Err(RefusedCommand::unclear("The computer sits there already."));
                }
                Event::Computer { seat: seat.number(), level: level(strength)? }
            }
            Command::Claim { name, key } => {
                if self.seated(who).kind != SeatKind::Open {
                    return Err(RefusedCommand::Taken);
                }
                Event::Claim { name: name.or_else(|| self.seated(who).name.clone()), key }
            }
        };
        Ok(Some(event))
    }

    /// The seat with this number.
    pub fn seat(&self, number: Option<u8>) -> Result<Seat, RefusedCommand> {
        let seat = number.and_then(Seat::numbered).filter(|seat| seat.index() < self.seats.len());
        seat.ok_or_else(|| RefusedCommand::unclear(format!("Expected a seat from 1 to {}.", self.seats.len())))
    }

    fn step(&self, who: Seat, step: &str) -> Result<Event, RefusedCommand> {
        let status = self.played.status();
        if let Status::Over(_, clause) = status {
            let text = self.played.game().rules().words(clause);
            return Err(RefusedCommand::Step(library::Refusal::Over { clause, text }));
        }
        if status.seat() != Some(who) {
            return Err(RefusedCommand::NotYourTurn);
        }
        let refused = |refusal| RefusedCommand::Step(refusal);
        // A step has no blanks or commas; with them several are meant.
        let mut parts = step.split([',', ' ']).filter(|part| !part.is_empty());
        let first = parts.next().unwrap_or("");
        let mut read = self.played.game().play(self.played.position(), first).map_err(refused)?;
        if read.len() != 1 || parts.next().is_some() {
            return Err(RefusedCommand::Steps { read: read.into_iter().map(|played| played.step).collect() });
        }
        Ok(Event::Step { step: read.remove(0).step })
    }

    /// At once against computers and at one screen; an offer where another person is at the table. The steps of one's
    /// own unfinished turn nobody else needs to agree to.
    fn take_back(&self, who: Seat) -> Result<Event, RefusedCommand> {
        let party = self.seated(who).party;
        let nothing = || RefusedCommand::unclear("There is nothing to take back yet.");
        let to = self.last_decision(party).ok_or_else(nothing)?;
        let begun = self.played.length() - self.played.start_of_last(1);
        let own_turn = matches!(self.played.status(), Status::Continue(mover)
            if self.seated(mover).party == party && to + begun >= self.played.length());
        let alone = self.parties().iter().all(|other| *other == party);
        if own_turn || alone {
            return Ok(Event::TakeBack { to });
        }
        Ok(Event::Offer { what: Proposal::TakeBack, to: Some(to) })
    }

    fn offer_draw(&self) -> Result<Event, RefusedCommand> {
        if self.played.status().is_over() {
            return Err(RefusedCommand::Over);
        }
        if self.seats.len() < 2 {
            return Err(RefusedCommand::unclear("There is nobody to agree with."));
        }
        if self.parties().len() > 1 {
            return Ok(Event::Offer { what: Proposal::Draw, to: None });
        }
        Err(RefusedCommand::unclear("The computer does not take draws: play on, or resign."))
    }

    /// What another has proposed and this seat's party has not agreed to yet.
    fn offered_to(&self, who: Seat, what: Option<Proposal>) -> Result<Proposal, RefusedCommand> {
        let party = self.seated(who).party;
        let theirs = |offer: &&Offer| what.is_none_or(|what| what == offer.what) && !offer.agreed.contains(&party);
        let offer = self.offers.iter().find(theirs);
        offer.map(|offer| offer.what).ok_or_else(|| RefusedCommand::unclear("Nobody has offered you anything."))
    }

    /// How many steps remain if a party takes back to its last real decision: one where there was a choice. Nothing if
    /// it has not played.
    fn last_decision(&self, party: u8) -> Option<usize> {
        let own = |seat: Seat| self.seated(seat).kind == SeatKind::Person && self.seated(seat).party == party;
        let steps: Vec<_> = self.played.steps_taken().map(|(place, _)| place).zip(self.played.movers()).collect();
        let mut own_steps = steps.iter().enumerate().rev().filter(|(_, (_, mover))| own(*mover)).peekable();
        let latest = own_steps.peek().map(|(nth, _)| *nth);
        let real = own_steps.find(|(_, (place, _))| self.played.game().survey(place).steps.len() > 1);
        real.map(|(nth, _)| nth).or(latest)
    }

    /// Takes in an event. What [`Table::decide`] gave for this state is never refused; a refused event changes nothing.
    pub fn apply(&mut self, recorded: &Recorded) -> Result<(), RefusedCommand> {
        let version = recorded.version;
        let own = || recorded.seat.ok_or_else(|| RefusedCommand::unclear("an event without its seat"));
        match &recorded.event {
            Event::Step { step } => self.apply_step(step, recorded.seat, version)?,
            Event::TakeBack { to } => self.apply_take_back(*to, version),
            Event::Offer { what, to } => {
                let seat = own()?;
                self.offers.retain(|offer| offer.what != *what);
                let agreed = vec![self.seated(seat).party];
                self.offers.push(Offer { seat, what: *what, to: to.unwrap_or(0), agreed });
            }
            Event::Accept { what } => self.apply_accept(*what, own()?, version)?,
            Event::Decline { what } | Event::Withdraw { what } => self.offers.retain(|offer| offer.what != *what),
            Event::Resign {} => {
                if !self.played.resign(own()?) {
                    return Err(RefusedCommand::unclear("Resigning is for games of two that are still running."));
                }
                self.offers.clear();
                self.moved = version;
            }
            Event::Claim { name, key } => {
                let seat = own()?;
                let party = 1 + self.seats.iter().map(|seated| seated.party).max().unwrap_or(0);
                let seated = &mut self.seats[seat.index()];
                seated.kind = SeatKind::Person;
                seated.name.clone_from(name);
                seated.key = Some(key.clone());
                seated.party = party;
            }
            Event::Rename { name } => {
                let seat = own()?;
                self.seats[seat.index()].name.clone_from(name);
            }
            Event::Computer { seat, level } => {
                let seat = self.seat(Some(*seat))?;
                let seated = &mut self.seats[seat.index()];
                seated.kind = SeatKind::Computer;
                seated.level = Some(*level);
                self.moved = version;
            }
            Event::Rematch { next } => self.next = Some(next.clone()),
        }
        self.version = version;
        self.updated = recorded.time;
        self.keys.extend(recorded.key.clone().map(|key| (key, version)));
        Ok(())
    }

    fn apply_step(&mut self, step: &str, seat: Option<Seat>, version: u64) -> Result<(), RefusedCommand> {
        if self.played.status().seat() != seat && !self.played.status().is_over() {
            return Err(RefusedCommand::NotYourTurn);
        }
        let before = self.played.length();
        let read = self.played.play(step).map_err(RefusedCommand::Step)?;
        if read.len() != 1 {
            self.played.take_back_to(before);
            return Err(RefusedCommand::Steps { read });
        }
        // A step declines all open offers of others, and the end of the game closes all offers.
        let over = self.played.status().is_over();
        self.offers.retain(|offer| !over && Some(offer.seat) == seat && offer.what == Proposal::Draw);
        self.moved = version;
        Ok(())
    }

    fn apply_take_back(&mut self, to: usize, version: u64) {
        self.played.take_back_to(to);
        self.offers.clear();
        self.moved = version;
    }

    /// One party more wants what is on offer; when all do, it happens.
    fn apply_accept(&mut self, what: Proposal, seat: Seat, version: u64) -> Result<(), RefusedCommand> {
        let (party, parties) = (self.seated(seat).party, self.parties());
        let offer = self.offers.iter_mut().find(|offer| offer.what == what);
        let offer = offer.ok_or_else(|| RefusedCommand::unclear("There is no such offer any more."))?;
        let all = parties.iter().all(|other| *other == party || offer.agreed.contains(other));
        if !all {
            offer.agreed.push(party);
            return Ok(());
        }
        match what {
            Proposal::TakeBack => {
                let to = offer.to;
                self.apply_take_back(to, version);
            }
            Proposal::Draw if self.played.agree_on_draw() => {
                self.offers.clear();
                self.moved = version;
            }
            Proposal::Draw => {
                return Err(RefusedCommand::unclear("A draw needs a running game and two players or more."));
            }
        }
        Ok(())
    }

    /// How the series stands, this game included if it is over.
    fn series_with_this_game(&self) -> Option<Series> {
        Some(self.series.clone()?.including(self.played.status()))
    }
}

/// The number of a level that exists; of an easy one, if none is asked for.
pub fn level(wanted: Option<u8>) -> Result<u8, RefusedCommand> {
    let level =
        Level::new(wanted.unwrap_or(3)).ok_or_else(|| RefusedCommand::unclear("Expected a level from 1 to 8."))?;
    Ok(level.number())
}
