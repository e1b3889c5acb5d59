//! The globals that are numbers, and their distances to values at which the behaviour may change.

use std::collections::BTreeSet;

use raddle_program::semantics::{Loaded, Machine, ObjectId, State};
use raddle_program::syntax::{Expr, ExprKind};
use raddle_program::visit::{Visitor, walk_block};

use super::MANY;

/// How many constants of a program are marks.
const CONSTANTS: usize = 32;

/// The values of the globals, in their order; `None` for a value that is no number.
pub type Values = Vec<Option<u64>>;

/// The globals, and the *marks*: the numbers at which the behaviour may change.
pub struct Globals {
    /// Where they lie, and how many bits they have.
    all: Vec<(ObjectId, u32)>,
    /// Constants of the program.
    constants: BTreeSet<u64>,
}

impl Globals {
    /// The globals of a program.
    pub fn of(machine: &Machine<'_>, state: &State) -> Globals {
        let program = machine.program;
        let shared = program.globals.iter().filter(|(_, data)| !data.is_thread_local);
        let sized = shared.filter_map(|(global, _)| {
            let object = machine.global_object(state, 0, global);
            let size = u32::try_from(state.objects[object].cells.size()).ok()?;
            matches!(size, 1 | 2 | 4 | 8).then_some((object, size * 8))
        });
        let mut constants = Constants::default();
        program.procedures.values().for_each(|procedure| walk_block(&procedure.body, &mut constants));
        Globals { all: sized.collect(), constants: constants.found.into_iter().take(CONSTANTS).collect() }
    }

    /// What they hold.
    pub fn values(&self, state: &State) -> Values {
        let value = |&(object, width): &(ObjectId, u32)| match state.objects[object].cells.load(0, u64::from(width) / 8)
        {
            Loaded::Bits(bits) => u64::try_from(bits).ok(),
            Loaded::Marked(_) | Loaded::Torn(_) => None,
        };
        self.all.iter().map(value).collect()
    }

    /// Whether the last thread has taken a global to a mark, or to another global.
    pub fn is_worth_trying(&self, history: &[Values]) -> bool {
        let [.., before, now] = history else { return false };
        let is_there = |at: usize| {
            let (Some(before), Some(after)) = (before[at], now[at]) else { return false };
            let is_another = |other: usize| other != at && now[other] == Some(after);
            let width = self.all[at].1;
            let Some(way) = Way::between(before, after, width) else { return false };
            (0..now.len()).any(is_another) || self.marks(width).any(|mark| way.steps(before, mark) == Some(1))
        };
        (0..now.len()).any(is_there)
    }

    /// The number of further threads after which a global reaches the next mark, if each adds as much as the last ones
    /// did.
    pub fn next_mark(&self, history: &[Values]) -> Option<usize> {
        let steps = |at: usize| {
            let width = self.all[at].1;
            let values: Vec<u64> = history.iter().map(|values| values[at]).collect::<Option<_>>()?;
            let mut ways = values.windows(2).map(|pair| Way::between(pair[0], pair[1], width));
            let way = ways.next()??;
            let last = *values.last()?;
            let is_kept = ways.all(|other| other == Some(way));
            is_kept.then(|| self.marks(width).filter_map(|mark| way.steps(last, mark)).min())?
        };
        let nearest = (0..self.all.len()).filter_map(steps).min()?;
        usize::try_from(nearest).ok().filter(|&nearest| nearest <= MANY)
    }

    /// The ends of the range of a width, signed and unsigned, and the constants.
    fn marks(&self, width: u32) -> impl Iterator<Item = u64> + '_ {
        let ends = [0, 1 << (width - 1)];
        ends.into_iter().chain(self.constants.iter().map(move |&constant| constant & mask(width)))
    }
}

/// The step by which each thread changes a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    step: u64,
    is_up: bool,
    width: u32,
}

impl Way {
    /// The shorter direction from one number to another one, if they differ.
    fn between(from: u64, to: u64, width: u32) -> Option<Way> {
        let up = to.wrapping_sub(from) & mask(width);
        let is_up = up < 1 << (width - 1);
        let step = if is_up { up } else { up.wrapping_neg() & mask(width) };
        (step > 0).then_some(Way { step, is_up, width })
    }

    /// How many steps lead from a number to a mark, or past it; `None` if it is there.
    fn steps(self, from: u64, mark: u64) -> Option<u64> {
        let distance = if self.is_up { mark.wrapping_sub(from) } else { from.wrapping_sub(mark) };
        let distance = distance & mask(self.width);
        (distance > 0).then(|| distance.div_ceil(self.step))
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The constants of expressions.
#[derive(Default)]
struct Constants {
    found: BTreeSet<u64>,
}

impl Visitor for Constants {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Integer(number) = expr.kind {
            // Of a negative one the bits.
            self.found.insert(number as u64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_to_a_mark_go_past_the_end_of_the_range() {
        let up = Way::between(250, 253, 8).expect("a way");
        assert_eq!((up.step, up.is_up), (3, true));
        assert_eq!(
            [up.steps(253, 0), up.steps(253, 4), up.steps(253, 253), up.steps(253, 254)],
            [Some(1), Some(3), None, Some(1)]
        );
        let down = Way::between(1, 255, 8).expect("a way");
        assert_eq!((down.step, down.is_up), (2, false));
        assert_eq!([down.steps(255, 250), down.steps(255, 0)], [Some(3), Some(128)]);
        assert_eq!(Way::between(7, 7, 8), None);
    }
}
