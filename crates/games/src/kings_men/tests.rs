use super::*;

const GAME: KingsMen = KingsMen { through: true, protected: Protected::ChosenEnds };

fn play(at: &mut Court, steps: &str) -> Status {
    for text in steps.split_whitespace() {
        let step = text.parse().unwrap();
        assert_eq!(GAME.judge(at, step), Ok(()), "{text}");
        GAME.apply(at, step);
    }
    GAME.status(at)
}

#[test]
fn the_board_has_the_squares_of_the_sheet() {
    assert_eq!([FIELD, CORRIDORS, LODGES[0], LODGES[1], EVERY].map(Squares::len), [49, 28, 14, 14, 105]);
}

#[test]
fn the_lodges_have_the_colours_of_the_photograph() {
    let named = |names: &str| names.split(' ').map(|name| name.parse::<Square>().unwrap()).collect::<Squares>();
    assert_eq!(LODGES[0], named("c1 e1 g1 i1 a9 a7 a5 a3 d11 f11 h11 k8 k6 k4"));
    assert_eq!(LODGES[1], named("c11 e11 g11 i11 k9 k7 k5 k3 d1 f1 h1 a8 a6 a4"));
}

#[test]
fn a_jump_is_followed_by_lodge_row_and_another_move() {
    let mut at: Court = "1/2b8,11,11,11,6rr3,4b6,3r7,2r8,11,3b7,2r8".parse().unwrap();
    let goes_on = Status::Continue(Seat::FIRST);
    assert_eq!(play(&mut at, "d5xf7"), goes_on);
    assert_eq!(play(&mut at, "@a6"), goes_on);
    assert_eq!(play(&mut at, "!g7"), goes_on);
    assert_eq!(play(&mut at, "c1-c2"), Status::Turn(Seat::SECOND));
}

#[test]
fn down_to_two_after_a_jump_wins_without_the_other_move() {
    let mut at: Court = "1/2b8,11,11,11,6rr3,4b6,3r7,11,11,3b7,11".parse().unwrap();
    assert_eq!(play(&mut at, "d5xf7 @a6 !g7"), Status::Over(Outcome::Win(Seat::FIRST), TWO_TOKENS_LEFT));
}

#[test]
fn a_move_that_only_passes_a_standing_row_forms_none() {
    // The row on g7 h7 i7 was there before and does not run through the token that moves.
    let mut at: Court = "1/2b8,11,11,11,6rrr2,4b6,2r8,11,11,3b7,11".parse().unwrap();
    assert_eq!(play(&mut at, "c5-c4"), Status::Turn(Seat::SECOND));
}

/// The sets of tokens that can be taken off from these rows, as words.
fn choices(own: &str, moved: &str, protected: Protected) -> Vec<String> {
    let own = own.split(' ').map(|name| name.parse::<Square>().unwrap()).collect();
    let rows = Rows::through(own, moved.parse().unwrap());
    rows.choices(protected).map(|set| Step::Thin(set).to_string()).collect()
}

#[test]
fn an_end_protects_only_in_the_rows_that_are_thinned() {
    for (own, moved, chosen, formed) in [
        // The ruling's own example: the end of a row that is left alone goes with the row it is the middle of.
        ("c5 d5 e5 d6 d7", "d5", &["!d5", "!d6"][..], &["!d6"][..]),
        ("d5 d6 d7 e6 f6", "d6", &["!e6", "!d6"], &["!e6"]),
        ("b5 c5 d5 e5 f5 d6 d7", "d5", &["!c5+d5+e5", "!d6", "!c5+d6+e5"], &["!c5+e5", "!d6", "!c5+d6+e5"]),
        // Without a shared end both readings are one.
        ("c5 d5 e5 d4 d6", "d5", &["!d5"], &["!d5"]),
        ("d5 d6 d7 d8", "d8", &["!d6+d7"], &["!d6+d7"]),
    ] {
        let sorted = |mut texts: Vec<String>| {
            texts.sort();
            texts
        };
        let expected = |texts: &[&str]| sorted(texts.iter().map(ToString::to_string).collect());
        assert_eq!(sorted(choices(own, moved, Protected::ChosenEnds)), expected(chosen), "{own} chosen");
        assert_eq!(sorted(choices(own, moved, Protected::FormedEnds)), expected(formed), "{own} formed");
    }
}
