use super::*;

#[test]
fn white_places_one_black_two_then_one_each_and_white_the_last() {
    let (white, black) = (Seat::FIRST, Seat::SECOND);
    let order: Vec<Seat> = (0..ALL_PLACED).map(next_after).collect();
    assert_eq!(order[..6], [white, black, black, white, black, white]);
    assert_eq!(order[23], white);
    assert_eq!(order.iter().filter(|seat| **seat == white).count(), 12);
}

#[test]
fn runs_are_whole_and_count_on_short_diagonals() {
    let set = |names: &str| {
        let squares = names.split(' ').map(|name| name.parse::<Cell>().unwrap());
        squares.collect::<Squares>()
    };
    assert_eq!(runs(set("a1 b1 c1 d1")), [0, 1, 0], "a four is not two threes");
    assert_eq!(runs(set("a1 b1 d1 e1")), [0, 0, 0]);
    assert_eq!(runs(set("a3 b4 c5")), [1, 0, 0], "the shortest diagonal that holds a three");
    assert_eq!(runs(set("b1 c2 d3 e4")), [0, 1, 0]);
    assert_eq!(runs(set("a1 b1 c1 a2 a3")), [2, 0, 0], "one checker may belong to two runs");
    assert_eq!(runs(set("e1 d2 c3 b4 a5")), [0, 0, 1]);
}

#[test]
fn only_whole_lines_are_fives() {
    assert_eq!(FIVES.iter().map(|line| line.len()).collect::<Vec<_>>(), [5; 12]);
    assert_eq!(FIVES.iter().collect::<std::collections::HashSet<_>>().len(), 12);
}
