//! What the counts cannot see.

use super::{Crowning, Field, Polychek};
use rules::{Rules, Status};

const AFTER_A_TURN: Polychek = Polychek { crowning: Crowning::AfterATurn, kings_may_stop: false };
const AT_ONCE: Polychek = Polychek { crowning: Crowning::AtOnce, ..AFTER_A_TURN };
const MAY_STOP: Polychek = Polychek { kings_may_stop: true, ..AFTER_A_TURN };

fn after(game: Polychek, start: &str, steps: &str) -> String {
    let mut field = start.parse().unwrap();
    for text in steps.split(' ') {
        let step = text.parse().unwrap();
        assert_eq!(game.judge(&field, step), Ok(()), "{text} at {field}");
        game.apply(&mut field, step);
    }
    field.to_string()
}

#[test]
fn a_man_waits_a_turn_for_his_crown() {
    assert_eq!(after(AFTER_A_TURN, "B:W21:B1,27", "27-31"), "W:W21:B1,31");
    assert_eq!(after(AFTER_A_TURN, "B:W21:B1,27", "27-31 21-17 1-6"), "W:W17:B6,K31");
    assert_eq!(after(AT_ONCE, "B:W21:B1,27", "27-31"), "W:W21:B1,K31");
}

#[test]
fn a_waiting_man_must_jump_out_again_without_a_crown() {
    // The man on 31 waits; Light comes to 26, and he must take.
    let man: Field = "B:W26:B1,31".parse().unwrap();
    let mut steps = Vec::new();
    AFTER_A_TURN.steps(&man, &mut steps);
    assert_eq!(steps.iter().map(ToString::to_string).collect::<Vec<_>>(), ["31x22"]);
    assert_eq!(after(AFTER_A_TURN, "B:W12,26:B1,31", "31x22"), "W:W12:B1,22");
}

#[test]
fn a_man_who_jumps_out_and_back_waits_anew() {
    // 31 over 26 to 22, over 25 to 29: he ends on the king row, but as the piece that has just moved.
    assert_eq!(after(AFTER_A_TURN, "B:W5,25,26:B1,31", "31x22 22x29"), "W:W5:B1,29");
}

#[test]
fn a_last_man_waiting_is_crowned_when_nothing_else_can_move() {
    assert_eq!(after(AFTER_A_TURN, "W:W21:B31", "21-17"), "B:W17:BK31");
    assert_eq!("B:W17:B31".parse::<Field>().unwrap().to_string(), "B:W17:BK31");
    assert_eq!("B:W17:B1,31".parse::<Field>().unwrap().to_string(), "B:W17:B1,31");
}

#[test]
fn a_man_passing_through_the_king_row_goes_on_as_a_man() {
    for game in [AFTER_A_TURN, AT_ONCE] {
        assert_eq!(after(game, "B:W13,25,26:B23", "23x30"), "B:W13,25,26:B30:run30x26");
        assert_eq!(after(game, "B:W13,25,26:B23", "23x30 30x21"), "W:W13:B21");
    }
}

#[test]
fn jumped_pieces_block_until_the_turn_ends() {
    // The king on 22 has jumped 18, which bars the way back although it will be gone.
    let game = AFTER_A_TURN;
    let field: Field = "B:W17,18:BK22:run22x18".parse().unwrap();
    let mut steps = Vec::new();
    game.steps(&field, &mut steps);
    assert_eq!(steps.iter().map(ToString::to_string).collect::<Vec<_>>(), ["22x13"]);
    assert_eq!(after(game, "B:W17,18:BK22:run22x18", "22x13"), "W:W:BK13");
}

#[test]
fn a_king_chooses_where_to_land_and_may_go_straight_on() {
    let game = AFTER_A_TURN;
    let field: Field = "B:W8,18:BK4".parse().unwrap();
    let mut steps = Vec::new();
    game.steps(&field, &mut steps);
    assert_eq!(steps.iter().map(ToString::to_string).collect::<Vec<_>>(), ["4x11", "4x15"]);
    assert_eq!(after(game, "B:W8,18:BK4", "4x11"), "B:W8,18:BK11:run11x8");
    assert_eq!(after(game, "B:W8,18,32:BK4", "4x11 11x29"), "W:W32:BK29");
    // Landing where no further jump is possible ends the turn.
    assert_eq!(after(game, "B:W6,14,32:BK1", "1x15"), "W:W14,32:BK15");
    let landed = after(game, "B:W6,14,32:BK1", "1x10").parse().unwrap();
    assert!(matches!(game.status(&landed), Status::Continue(_)));
}

#[test]
fn a_king_may_stop_where_the_option_says_so_and_a_man_may_not() {
    let steps_at = |game: Polychek, text: &str| {
        let mut steps = Vec::new();
        game.steps(&text.parse().unwrap(), &mut steps);
        steps.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(steps_at(MAY_STOP, "B:W8,18:BK11:run11x8"), ["11x22", "11x25", "11x29", "stop"]);
    assert_eq!(steps_at(AFTER_A_TURN, "B:W8,18:BK11:run11x8"), ["11x22", "11x25", "11x29"]);
    assert_eq!(after(MAY_STOP, "B:W8,18:BK4", "4x11 stop"), "W:W18:BK11");
    // The first capture stays compulsory, and a man goes on as ever.
    assert_eq!(steps_at(MAY_STOP, "B:W8,18:BK4"), ["4x11", "4x15"]);
    assert_eq!(steps_at(MAY_STOP, "B:W10,18,32:B2,15:run15x10"), ["15x22"]);
}
