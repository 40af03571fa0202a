//! Values: what they mean, and the winning chances they stand for.

/// The value of a won game; every turn it takes makes it worth one less.
pub const WIN: i32 = 1_000_000;

/// Values beyond this, on either side, say in how many turns the game is won or lost.
pub const PROVED: i32 = WIN - 10_000;

/// In how many turns the game is won (or lost, if negative), if the value is a proof.
pub fn proved(value: i32) -> Option<i32> {
    match value {
        value if value > PROVED => Some(WIN - value),
        value if value < -PROVED => Some(-(WIN + value)),
        _ => None,
    }
}

/// The chance of winning that a value stands for, from 0 to 1.
pub fn chance(value: i32, scale: i32) -> f64 {
    match value {
        value if value > PROVED => 1.0,
        value if value < -PROVED => 0.0,
        // Three games of four at an advantage of one scale: odds of three to one.
        value => 1.0 / (1.0 + 3_f64.powf(-f64::from(value) / f64::from(scale))),
    }
}

/// The value that stands for a chance of winning; chances of 0 and 1 are worth ten scales.
pub fn value_of_chance(chance: f64, scale: i32) -> i32 {
    let chance = chance.clamp(0.0, 1.0);
    let odds = chance / (1.0 - chance);
    (odds.log(3.0).clamp(-10.0, 10.0) * f64::from(scale)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_chances_stand_for_each_other() {
        for value in [-3000, -500, 0, 20, 1000, 4000] {
            assert!((value_of_chance(chance(value, 1000), 1000) - value).abs() <= 1);
        }
        assert!((chance(100, 100) - 0.75).abs() < 1e-9);
        assert_eq!(
            (value_of_chance(-0.1, 100), value_of_chance(0.0, 100), value_of_chance(1.0, 100)),
            (-1000, -1000, 1000)
        );
    }

    #[test]
    fn proofs_count_turns() {
        assert_eq!((proved(WIN - 3), proved(4 - WIN), proved(500)), (Some(3), Some(-4), None));
    }
}
