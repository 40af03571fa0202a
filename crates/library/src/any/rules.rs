//! Reading, judging, playing and writing.

use super::{AnyPosition, AnyRules, Erased, Played, Refusal, Survey};
use ::rules::words::SentenceContext;
use ::rules::{Breach, Clause, Complete, ParsedSteps, Status, Unreadable};

impl<G: Complete> Erased<G> {
    fn breach(&self, position: &G::Position, step: G::Step, breach: Breach) -> Refusal {
        let clicks = self.game.clicks(position, step);
        let words = SentenceContext::of(&self.game, position).refuse(&step.to_string(), &clicks, breach);
        let Breach { clause, at } = breach;
        Refusal::Breach { step: step.to_string(), words, clause, text: self.game.rules().words(clause), at }
    }
}

impl<G: Complete> AnyRules for Erased<G> {
    fn start(&self) -> AnyPosition {
        Self::wrap(self.game.start())
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, Unreadable> {
        text.trim().parse().map(Self::wrap)
    }

    fn text(&self, at: &AnyPosition) -> String {
        Self::open(at).to_string()
    }

    fn repetition_text(&self, at: &AnyPosition) -> String {
        self.game.repetition_position(Self::open(at)).to_string()
    }

    fn dead(&self, at: &AnyPosition) -> Option<Clause> {
        self.game.dead(Self::open(at))
    }

    fn status(&self, at: &AnyPosition) -> Status {
        self.game.survey(Self::open(at), &mut Vec::new())
    }

    fn survey(&self, at: &AnyPosition) -> Survey {
        let mut steps = Vec::new();
        let status = self.game.survey(Self::open(at), &mut steps);
        Survey { status, steps: steps.iter().map(G::Step::to_string).collect() }
    }

    fn play(&self, at: &AnyPosition, typed: &str) -> Result<Vec<Played>, Refusal> {
        let mut position = Self::open(at).clone();
        let mut steps = Vec::new();
        let survey = self.game.survey(&position, &mut steps);
        let over = |clause| Refusal::Over { clause, text: self.game.rules().words(clause) };
        if let Status::Over(_, clause) = survey {
            return Err(over(clause));
        }
        let read = self.game.read(&position, typed);
        let run = match read {
            ParsedSteps::Steps(run) => run,
            ParsedSteps::Ambiguous(_) => return Err(Refusal::Ambiguous { could_be: read.could_be() }),
            ParsedSteps::Nothing => {
                let shape = typed.trim().parse::<G::Step>().err().map_or(String::new(), |why| why.expected);
                let example = steps.first().map_or(String::new(), |step| format!("; here for example {step}"));
                return Err(Refusal::Unreadable { expected: format!("{shape}{example}") });
            }
        };
        let mut played: Vec<Played> = Vec::new();
        let mut before: Option<(G::Position, G::Step)> = None;
        for step in run {
            // A run belongs to one piece: steps beyond the end of the turn are judged as steps of that piece.
            if let Some((before, last)) = before.filter(|_| !matches!(self.game.status(&position), Status::Continue(_)))
                && let Some(breach) = self.game.overrun(&before, last, step)
            {
                return Err(self.breach(&before, step, breach));
            }
            if let Status::Over(_, clause) = self.game.survey(&position, &mut steps) {
                return Err(over(clause));
            }
            self.game.judge(&position, step).map_err(|breach| self.breach(&position, step, breach))?;
            let quiet = self.game.quiet(&position, step);
            before = Some((position.clone(), step));
            self.game.apply(&mut position, step);
            played.push(Played { step: step.to_string(), position: Self::wrap(position.clone()), quiet });
        }
        Ok(played)
    }

    fn take(&self, at: &AnyPosition, step: &str) -> Result<Played, Refusal> {
        let mut position = Self::open(at).clone();
        if let Status::Over(_, clause) = self.game.survey(&position, &mut Vec::new()) {
            return Err(Refusal::Over { clause, text: self.game.rules().words(clause) });
        }
        let read = step.parse::<G::Step>().map_err(|why| Refusal::Unreadable { expected: why.expected })?;
        self.game.judge(&position, read).map_err(|breach| self.breach(&position, read, breach))?;
        let quiet = self.game.quiet(&position, read);
        self.game.apply(&mut position, read);
        Ok(Played { step: read.to_string(), position: Self::wrap(position), quiet })
    }

    fn score(&self, at: &AnyPosition, turn: &[&str]) -> String {
        let turn: Vec<G::Step> = turn.iter().map(|step| Self::own(step)).collect();
        self.game.score(Self::open(at), &turn)
    }
}
