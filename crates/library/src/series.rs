//! Several games that make one match, with the first turn alternating.

use rules::{About, Outcome, Seat};
use std::cmp::Ordering;

/// A series between two players, who change seats after each game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    games: u8,
    played: u8,
    wins: [u8; 2],
}

impl Series {
    /// As many games as the game's sheet asks for; at least one.
    pub fn of(about: &About) -> Series {
        Series::new(about.series)
    }

    /// A series of so many games.
    pub fn new(games: u8) -> Series {
        Series { games, played: 0, wins: [0, 0] }
    }

    /// Where a player, 0 or 1, sits in the game now being played: player 0 begins the first, third ...
    pub fn seat_of(&self, player: usize) -> Seat {
        Seat::new((player + usize::from(self.played)) % 2)
    }

    /// Who sits on a seat in the game now being played.
    pub fn player_on(&self, seat: Seat) -> usize {
        (seat.index() + usize::from(self.played)) % 2
    }

    /// The game now being played has come out so.
    pub fn enter(&mut self, outcome: Outcome) {
        if let Outcome::Win(seat) = outcome {
            self.wins[self.player_on(seat)] += 1;
        }
        self.played += 1;
    }

    /// How many games each player has won.
    pub fn wins(&self) -> [u8; 2] {
        self.wins
    }

    /// How many games have been played and how many there are.
    pub fn progress(&self) -> (u8, u8) {
        (self.played, self.games)
    }

    /// Who has won more games, once all are played.
    pub fn verdict(&self) -> Option<Verdict> {
        let [first, second] = self.wins;
        let verdict = match first.cmp(&second) {
            Ordering::Greater => Verdict::Player(0),
            Ordering::Less => Verdict::Player(1),
            Ordering::Equal => Verdict::Drawn,
        };
        (self.played >= self.games).then_some(verdict)
    }
}

/// How a series came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Player 0 or 1 has won more games.
    Player(usize),
    /// Both have won as many.
    Drawn,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_turn_alternates_and_most_wins_decide() {
        let mut series = Series::new(4);
        assert_eq!((series.seat_of(0), series.seat_of(1)), (Seat::FIRST, Seat::SECOND));
        series.enter(Outcome::Win(Seat::FIRST));
        assert_eq!((series.seat_of(0), series.seat_of(1)), (Seat::SECOND, Seat::FIRST));
        series.enter(Outcome::Win(Seat::FIRST));
        series.enter(Outcome::Draw);
        assert_eq!((series.wins(), series.verdict()), ([1, 1], None));
        let mut drawn = series.clone();
        drawn.enter(Outcome::Draw);
        assert_eq!(drawn.verdict(), Some(Verdict::Drawn), "as many wins each is a drawn match");
        series.enter(Outcome::Win(Seat::SECOND));
        assert_eq!(series.verdict(), Some(Verdict::Player(0)), "in the fourth game player 0 sits on seat 2");
    }
}
