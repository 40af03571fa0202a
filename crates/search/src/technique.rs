//! The techniques of the search, by their textbook names. Each can be switched off, so that a match of the search with
//! and without it (`parlour match GAME nodes:5000 "nodes:5000 without null-move"`) shows what it is worth.

use std::fmt;
use std::str::FromStr;

/// One technique beyond plain alpha-beta with a transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// Aspiration windows. Each iteration first tries a narrow window around the last value, and widens the side that
    /// fails. Assumes that values hardly change from one depth to the next, which holds from depth four on.
    Aspiration,
    /// Quiescence search. At the horizon noisy steps are searched on until the position is quiet; the mover may stand
    /// pat on the evaluation unless every legal step is noisy. In games with captures of several steps the whole run is
    /// one turn, so that the evaluation is only asked between turns.
    Quiescence,
    /// Null move pruning. A mover who stands above beta even after giving the turn away is not searched deeper. Needs
    /// [`rules::Hints::null_move`]; wrong where having to move is a burden (zugzwang), so most of these games offer none.
    NullMove,
    /// Reverse futility pruning (static null move). Near the horizon a lead over beta that grows with the depth left is
    /// taken as kept. Used only where a null move is a fair test.
    ReverseFutility,
    /// Futility pruning. Near the horizon, where the evaluation is far below alpha, only the first step and those with
    /// priority are searched. Used only where a null move is a fair test.
    Futility,
    /// Late move pruning. Near the horizon, after so many steps, those without priority are left out unless all is
    /// lost. Used only where a null move is a fair test.
    LateMovePruning,
    /// Late move reductions. Steps without priority that come late in the order are searched less deeply first, and
    /// again to full depth if they raise alpha. Only the first step of a turn is reduced: the later ones complete it.
    LateMoveReduction,
    /// Internal iterative reduction. A position that the transposition table does not know is searched one turn less
    /// deeply: its order is poor, and the next iteration will know it.
    InternalIterativeReduction,
    /// Extension of forced turns. A turn with one legal first step, or with noisy ones only, does not count as depth.
    ForcedExtension,
    /// Killer steps. What caused a cutoff elsewhere at the same ply is tried early.
    Killers,
    /// History heuristic. What has often caused cutoffs anywhere is tried before what has not.
    History,
    /// Greedy replies, for three seats and more: each opponent is assumed to play what looks best for himself at once,
    /// and only a few of the root's own steps are searched (compare best-reply search). A full paranoid search would
    /// use up its nodes on the opponents' choices before it reached a second turn of its own.
    GreedyReplies,
    /// A plan for the end of a race: the seat's own turns are searched best-first as if the others passed. Needs
    /// [`rules::Hints::solo`]. The plan is played if the full search finds it nearly as good as its own choice.
    SoloPlan,
}

impl Technique {
    /// All of them.
    pub const ALL: [Technique; 13] = [
        Technique::Aspiration,
        Technique::Quiescence,
        Technique::NullMove,
        Technique::ReverseFutility,
        Technique::Futility,
        Technique::LateMovePruning,
        Technique::LateMoveReduction,
        Technique::InternalIterativeReduction,
        Technique::ForcedExtension,
        Technique::Killers,
        Technique::History,
        Technique::GreedyReplies,
        Technique::SoloPlan,
    ];

    /// Its name at the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Technique::Aspiration => "aspiration",
            Technique::Quiescence => "quiescence",
            Technique::NullMove => "null-move",
            Technique::ReverseFutility => "reverse-futility",
            Technique::Futility => "futility",
            Technique::LateMovePruning => "late-move-pruning",
            Technique::LateMoveReduction => "late-move-reduction",
            Technique::InternalIterativeReduction => "internal-iterative-reduction",
            Technique::ForcedExtension => "forced-extension",
            Technique::Killers => "killers",
            Technique::History => "history",
            Technique::GreedyReplies => "greedy-replies",
            Technique::SoloPlan => "solo-plan",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Technique {
    type Err = String;

    fn from_str(text: &str) -> Result<Technique, String> {
        let names = || Technique::ALL.map(Technique::name).join(", ");
        let found = Technique::ALL.into_iter().find(|technique| technique.name() == text);
        found.ok_or_else(|| format!("expected one of {}", names()))
    }
}

/// The techniques a search uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques(u16);

impl Techniques {
    /// All of them.
    pub const ALL: Techniques = Techniques(u16::MAX);
    /// Those that change the order of steps only, and never a value.
    pub const EXACT: Techniques = Techniques(1 << Technique::Killers as u16 | 1 << Technique::History as u16);

    /// Whether this one is used.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u16 != 0
    }

    /// The others.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_technique_has_a_name_and_a_switch_of_its_own() {
        for technique in Technique::ALL {
            assert_eq!(technique.name().parse(), Ok(technique));
            let without = Techniques::ALL.without(technique);
            for other in Technique::ALL {
                assert_eq!(without.has(other), other != technique);
            }
        }
        assert!("null".parse::<Technique>().unwrap_err().contains("null-move"));
        assert!(Techniques::EXACT.has(Technique::Killers) && !Techniques::EXACT.has(Technique::NullMove));
    }
}
