use super::*;

const OWN: Rondamee = Rondamee { over_anybody: false };

/// A position from men listed as `r:b11 k:b9 ...`.
fn at(seat: u8, men: &str) -> Armies {
    let letter = |square: Fifteen| {
        let fits = |man: &&str| man[2..] == square.to_string();
        men.split(' ').find(fits).and_then(|man| man.chars().next())
    };
    let rows = (0..15)
        .rev()
        .map(|row| (0..15).map(|column| letter(Fifteen::at(column, row)).unwrap_or('.')).collect::<String>());
    format!("{seat}/{}", rows.collect::<Vec<_>>().join(",")).parse().unwrap()
}

fn listed(files: &str, row: u8, colours: &str) -> String {
    let men = files.split(' ').zip(colours.chars().cycle());
    men.map(|(file, colour)| format!("{colour}:{file}{row}")).collect::<Vec<_>>().join(" ")
}

/// All of seat 1 in place, the line between the blocks coloured in this order.
fn complete(line: &str) -> Armies {
    let (blocks, between) = ("b d f h j l n", "a c e g i k m o");
    let men = [listed(blocks, 11, "r"), listed(blocks, 9, "k"), listed(between, 10, line), "b:h15".to_string()];
    at(2, &men.join(" "))
}

#[test]
fn the_field_and_its_squares() {
    assert_eq!(ground::PLAYED, 112);
    let start = OWN.start();
    let text = start.to_string();
    assert!(text.starts_with("1/.b.b.b.b.b.b.b.,..o.o.o.o.o.o..,...o.o.o.o.o...,....b.b.b.b....,"), "{text}");
    assert!(text.ends_with(",....r.r.r.r....,...k.k.k.k.k...,..k.k.k.k.k.k..,.r.r.r.r.r.r.r."), "{text}");
    assert!(start.men.iter().flatten().all(|colour| colour.len() == ELEVEN));
}

#[test]
fn the_line_alternates_with_either_colour_first() {
    let won = Status::Over(Outcome::Win(Seat::FIRST), ALL_IN_PLACE);
    assert_eq!(OWN.status(&complete("rk")), won);
    assert_eq!(OWN.status(&complete("kr")), won);
    assert_eq!(OWN.status(&complete("rrkk")), Status::Turn(Seat::SECOND));
}

#[test]
fn men_are_locked_in_pairs_on_their_own_goal_line_only() {
    let lines = at(1, "r:b11 k:b9 r:d11 r:d9 k:f11 r:f9 k:h9 r:a10 b:b5 o:b7 b:d7 o:d5 b:h15");
    let names = |set| squares(set).map(|square| square.to_string()).collect::<Vec<_>>();
    assert_eq!(names(lines.locked(Seat::FIRST)), ["b9", "b11"]);
    assert_eq!(names(lines.locked(Seat::SECOND)), ["b5", "b7"]);
}

#[test]
fn shut_in_between_locked_enemies_and_the_edge_loses() {
    let mut armies = at(1, "r:b11 k:c8 r:h1 b:a10 b:h15");
    OWN.apply(&mut armies, "c8-b9".parse().unwrap());
    assert_eq!(OWN.status(&armies), Status::Over(Outcome::Win(Seat::FIRST), BLOCKADED));
    assert_eq!(Rondamee { over_anybody: true }.status(&armies), Status::Turn(Seat::SECOND));
    // Between enemies who are not locked he only waits.
    let waiting = at(2, "r:b11 r:b9 r:h1 b:a10 b:h15");
    assert_eq!(OWN.status(&waiting), Status::Turn(Seat::SECOND));
}
