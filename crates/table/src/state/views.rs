//! A table as it is sent: whole, what an event changed, and in a list.

use super::{Seated, Table};
use crate::event::{Event, Recorded};
use crate::wire;
use rules::{Seat, Status};

impl Table {
    /// The whole table for a page. Who is present and what is thought about is not known here.
    pub fn view(&self) -> wire::View {
        let game = &**self.played.game();
        wire::View {
            id: self.id.clone(),
            game: game.about().id.to_string(),
            options: wire::options(game),
            version: self.version,
            created: self.created,
            updated: self.updated,
            edition: self.edition,
            read_only: self.read_only.clone(),
            seats: self.seats_now().into_iter().map(|seat| wire::SeatAtTable { seat, present: false }).collect(),
            start: game.text(self.played.start()),
            scene: wire::Scene::of(&self.played),
            turns: self.played.turns().iter().map(wire::Turn::of).collect(),
            taken: self.played.length(),
            last: self.last(),
            offers: self.offers_now(),
            thinking: None,
            series: self.series_now(),
            next: self.next.clone(),
            next_seats: self.next_seats(),
        }
    }

    /// What the event that was taken in last changed.
    pub fn change(&self, recorded: &Recorded) -> wire::Change {
        let moved = self.moved == recorded.version;
        let seats = matches!(recorded.event, Event::Claim { .. } | Event::Rename { .. } | Event::Computer { .. });
        wire::Change {
            version: recorded.version,
            kind: recorded.event.kind().to_string(),
            seat: recorded.seat.map(Seat::number),
            time: recorded.time,
            board: moved.then(|| self.board(recorded)),
            seats: seats.then(|| self.seats_now()),
            offers: self.offers_now(),
            series: self.series_now(),
            next: self.next.clone(),
        }
    }

    fn board(&self, recorded: &Recorded) -> wire::BoardChange {
        let last = self.played.last_turn();
        let stepped = matches!(recorded.event, Event::Step { .. });
        wire::BoardChange {
            scene: wire::Scene::of(&self.played),
            step: stepped.then(|| wire::Taken::since(&self.played, self.played.length() - 1).remove(0)),
            taken: self.played.length(),
            last: self.last(),
            turns_before: last.as_ref().map_or(0, |(before, _)| *before),
            turns: last.iter().map(|(_, turn)| wire::Turn::of(turn)).collect(),
        }
    }

    /// The table in a list.
    pub fn summary(&self) -> wire::Summary {
        let game = &**self.played.game();
        wire::Summary {
            id: self.id.clone(),
            game: game.about().id.to_string(),
            name: game.about().name.to_string(),
            options: wire::options(game),
            seats: self.seats_now().into_iter().map(|seat| wire::SeatAtTable { seat, present: false }).collect(),
            version: self.version,
            status: wire::Status::of(game, self.played.position(), self.played.status()),
            turns: self.played.turns().len(),
            pieces: wire::pieces(game, &self.played.pieces_at(self.played.position())),
            updated: self.updated,
            next: self.next.clone(),
            series: self.series_now(),
            read_only: self.read_only.clone(),
        }
    }

    /// What was taken in the last complete turn and in the one under way.
    fn last(&self) -> Vec<wire::Taken> {
        let shown = if let Status::Continue(_) = self.played.status() { 2 } else { 1 };
        wire::Taken::since(&self.played, self.played.start_of_last(shown))
    }

    fn seats_now(&self) -> Vec<wire::Seat> {
        let about = self.played.game().about();
        let seat = |(nth, seated): (usize, &Seated)| wire::Seat {
            number: nth as u8 + 1,
            called: about.seats[nth].to_string(),
            // "You" is what everybody is to himself, and nobody's name; earlier versions stored it.
            name: seated.name.clone().filter(|name| !name.eq_ignore_ascii_case("you")),
            kind: seated.kind,
            level: seated.level,
        };
        self.seats.iter().enumerate().map(seat).collect()
    }

    fn offers_now(&self) -> Vec<wire::Offer> {
        self.offers.iter().map(|offer| wire::Offer { seat: offer.seat.number(), what: offer.what }).collect()
    }

    fn series_now(&self) -> Option<wire::Series> {
        let series = self.series_with_this_game()?;
        Some(wire::Series { games: series.games, played: series.played, score: series.wins })
    }
}
