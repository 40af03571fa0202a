//! A board of seven by seven whose dark squares carry columns of men.

use super::column::Soldier;
use super::position::TWENTY_TWO;
use super::{Field, Lasca, NET, Square, Step};
use rules::prelude::*;

fn man(soldier: Soldier) -> Man {
    let kind = if soldier.is_officer() { "officer" } else { "private" };
    Man { seat: soldier.seat(), kind, letter: soldier.letter() }
}

impl Show for Lasca {
    fn lesson(&self) -> Option<&'static Lesson> {
        Some(lesson!("lesson.md"))
    }

    fn puzzles(&self) -> &'static str {
        include_str!("puzzles.txt")
    }

    fn drawing(&self, _: &Man) -> Drawing {
        Drawing::Drum
    }

    fn board(&self) -> Board {
        NET.board()
    }

    fn pieces(&self, field: &Field) -> Vec<Placed> {
        let stand = |square: Square| {
            let mut men: Vec<Man> = field.column(square).men().map(man).collect();
            men.reverse();
            Placed { site: square.into(), men }
        };
        Square::all().filter(|square| !field.is_empty(*square)).map(stand).collect()
    }

    fn tally(&self, field: &Field, seat: Seat) -> Option<Standing> {
        let led = || {
            let columns = Square::all().map(|square| field.column(square));
            columns.filter(|column| column.leader().is_some_and(|leader| leader.seat() == seat))
        };
        let prisoners = led().flat_map(super::Column::men).filter(|soldier| soldier.seat() != seat).count();
        let more = if prisoners == 1 { "1 prisoner held".to_string() } else { format!("{prisoners} prisoners held") };
        let columns = led().count();
        Some(
            Standing::new(columns, if columns == 1 { "column led" } else { "columns led" }, more)
                .close_if(columns == 1),
        )
    }

    fn clicks(&self, _: &Field, step: Step) -> Vec<SiteId> {
        step.clicks()
    }

    fn attempt(&self, _: &Field, clicks: &[SiteId]) -> Option<Step> {
        Step::of_clicks(clicks, |from, to| NET.way_over(from, to).is_some())
    }

    fn effects(&self, field: &Field, step: Step) -> Vec<Beat> {
        let (from, to) = (step.from.into(), step.to.into());
        let mut beats = match step.over(&NET).map(SiteId::from) {
            None => vec![vec![Effect::Move { from, to }]],
            Some(over) => vec![vec![Effect::Jump { from, over, to }], vec![Effect::Take { from: over, to }]],
        };
        if field.promotes(field.column(step.from), step.to) {
            beats.push(vec![Effect::Change { at: to }]);
        }
        beats
    }

    fn men(&self) -> Vec<Man> {
        Soldier::ALL.map(man).to_vec()
    }

    fn arrange(&self, men: &[Placed], to_move: Seat, _: &Field) -> Result<Field, Unreadable> {
        let mut field = Field::empty(to_move);
        for Placed { site, men } in men {
            if men.len() > TWENTY_TWO {
                return Err(Unreadable::expected("no more than 22 men"));
            }
            let soldiers = men.iter().rev().filter_map(|man| Soldier::of_letter(man.letter));
            if let Some(square) = Square::numbered(u32::from(site.0) + 1).filter(|square| field.is_empty(*square)) {
                field.put(square, soldiers.collect());
            }
        }
        field.check()
    }
}

impl Words for Lasca {
    fn say(&self, field: &Field, step: Step) -> String {
        let (seat, Step { from, to, .. }) = (Self::seat_name(field.to_move), step);
        let column = field.column(from);
        let mut sentence = match step.over(&NET) {
            None => format!("{seat} moves {from} to {to}"),
            Some(over) => {
                let prisoner = field.column(over).leader().map_or("man", |prisoner| man(prisoner).kind);
                format!("{seat} jumps from {from} over {over} to {to} and takes the {prisoner} prisoner")
            }
        };
        if field.promotes(column, to) {
            sentence.push_str("; the leader becomes an officer");
        }
        sentence + "."
    }

    fn prompt(&self, field: &Field) -> String {
        let seat = Self::seat_name(field.to_move);
        let mut steps = Vec::new();
        if self.survey(field, &mut steps).is_over() {
            return format!("{seat} has no move left and loses.");
        }
        match field.runner {
            Some(runner) => format!("{seat} runs on with the column on {runner}: it can jump again, and must."),
            None if steps[0].jump => format!("{seat} must capture."),
            None => format!("{seat} moves a column that has a {} man on top.", seat.to_lowercase()),
        }
    }
}
