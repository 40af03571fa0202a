//! Several games that make one match, with the seats changing in between.

use rules::{Outcome, Seat, Status};
use serde::{Deserialize, Serialize};

/// How a series stands. After each game everybody moves on by one seat, so that the first turn goes round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Series {
    /// How many games it has.
    pub games: u8,
    /// How many have been played.
    pub played: u8,
    /// How many of them whoever now has each seat has won.
    pub wins: Vec<u8>,
}

impl Series {
    /// A series of so many games, at least one, between so many seats.
    pub fn new(games: u8, seats: usize) -> Series {
        Series { games: games.max(1), played: 0, wins: vec![0; seats] }
    }

    /// The same with the game now being played, if that is over.
    #[must_use]
    pub fn including(mut self, status: Status) -> Series {
        if let Status::Over(outcome, _) = status {
            self.played += 1;
            if let Outcome::Win(seat) = outcome {
                self.wins[seat.index()] += 1;
            }
        }
        self
    }

    /// Whether all games have been played.
    pub fn is_over(&self) -> bool {
        self.played >= self.games
    }

    /// The seat of whoever has won more games than anybody else.
    pub fn leader(&self) -> Option<Seat> {
        let most = self.wins.iter().max()?;
        let mut leaders = self.wins.iter().enumerate().filter(|(_, wins)| *wins == most);
        let (first, _) = leaders.next()?;
        leaders.next().is_none().then(|| Seat::new(first))
    }

    /// How it stands when the next game begins. A series that is over begins anew.
    #[must_use]
    pub fn next_game(mut self) -> Series {
        if self.is_over() {
            return Series::new(self.games, self.wins.len());
        }
        move_on(&mut self.wins);
        self
    }
}

/// Everybody moves on by one seat for the next game; whoever had the last seat begins.
pub fn move_on<T>(seats: &mut [T]) {
    seats.rotate_right(1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::clause::RESIGNATION;

    #[test]
    fn the_first_turn_goes_round_and_most_wins_decide() {
        let after = |series: Series, outcome| series.including(Status::Over(outcome, RESIGNATION));
        let (first, second) = (Outcome::Win(Seat::FIRST), Outcome::Win(Seat::SECOND));
        let one = after(Series::new(4, 2), first);
        assert_eq!((one.played, &one.wins[..], one.leader()), (1, &[1, 0][..], Some(Seat::FIRST)));
        let two = after(one.next_game(), first);
        assert_eq!((two.wins.clone(), two.leader()), (vec![1, 1], None), "another player had the first seat");
        let three = after(two.next_game(), Outcome::Draw);
        assert_eq!((three.played, three.is_over(), three.leader()), (3, false, None));
        let drawn = after(three.clone().next_game(), Outcome::Draw);
        assert_eq!((drawn.is_over(), drawn.leader()), (true, None), "as many wins each is a drawn match");
        let won = after(three.next_game(), second);
        assert_eq!((won.is_over(), won.wins.clone(), won.leader()), (true, vec![1, 2], Some(Seat::SECOND)));
        assert_eq!(won.next_game(), Series::new(4, 2), "another series begins");
        let running = Series::new(4, 2).including(Status::Turn(Seat::FIRST));
        assert_eq!(running, Series::new(4, 2), "a game under way does not count");
    }

    #[test]
    fn four_players_move_on_by_one_seat_each() {
        let mut seats = ["Ada", "Ben", "Cleo", "Dan"];
        move_on(&mut seats);
        assert_eq!(seats, ["Dan", "Ada", "Ben", "Cleo"]);
        assert_eq!(Series { games: 2, played: 1, wins: vec![0, 0, 0, 1] }.next_game().wins, [1, 0, 0, 0]);
    }
}
