//! Value intervals: between which numbers the cells of shared memory lie, whatever threads do and however often.
//!
//! Rule. What is in a cell that another thread can look at is one of the numbers that are *published* there: by every write that
//! is made while others may look; and where a stretch ends in which nobody else could (before the first thread is started, an
//! atomic section), by what is in the cell then. Reads outside of such stretches give any published number; inside, and in
//! registers, numbers are followed from step to step ([`flow`]), with what tests tell of them ([`state`]). Operations that may wrap give any
//! number of their type ([`number`]). So the intervals hold together, each because all the others do, in every prefix of
//! every execution (interference is flow-insensitive: Miné, ESOP 2011).
//!
//! Passes over the code are repeated with what the last one published, which is widened to constants of the program, until
//! nothing new is published.
//!
//! Followed are scalars in globals and in locals in memory; elements of long arrays are one. Nothing is claimed of programs that may
//! reach what has no model, or that are too large.
//!
//! Left out: stretches in which a mutex is held; memory that was allocated; which thread writes what, and when.

mod cells;
mod evaluate;
mod flow;
mod number;
mod state;

use raddle_logic::intervals::Interval;
use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::syntax::{Expr, ExprKind, GlobalId, InitialValue, LocalId, ProcedureId, Program};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

use super::points_to::{AbstractObject, PointsTo};
use cells::Cells;
use flow::{Code, Flow, Held, Published};
use state::Thresholds;

/// Locations that are looked at, all passes together.
const FUEL: usize = 50_000;

/// After so many passes, what is published is widened.
const EXACT_PASSES: u32 = 4;

/// Between which numbers cells lie; by default nothing is known.
#[derive(Debug, Default)]
pub struct ValueIntervals {
    points_to: Option<(PointsTo, Cells)>,
    written: Published,
}

impl ValueIntervals {
    /// Finds them; if it is cancelled meanwhile, nothing is known.
    pub fn of(
        program: &Program,
        automata: &Table<ProcedureId, Automaton>,
        live: &Table<ProcedureId, LiveRegisters>,
        is_cancelled: &dyn Fn() -> bool,
    ) -> ValueIntervals {
        let nothing = ValueIntervals::default();
        let points_to = PointsTo::of(program, automata);
        if !points_to.unsupported.is_empty() {
            return nothing;
        }
        let Some(cells) = Cells::of(program, &points_to, automata) else { return nothing };
        let thresholds = Thresholds::new(constants(program, automata).into_iter());
        let code = Code { program, points_to: &points_to, automata, live, cells: &cells, thresholds: &thresholds };
        match stable(&code, is_cancelled) {
            Some(written) => ValueIntervals { points_to: Some((points_to, cells)), written },
            None => nothing,
        }
    }

    /// The two's complement numbers that some bytes of a global hold from the start of the second thread on; `None` if
    /// nothing is known.
    pub fn of_global(&self, global: GlobalId, offset: u64, size: u64) -> Option<Interval> {
        let (points_to, cells) = self.points_to.as_ref()?;
        self.of_object(points_to, cells, cells.global(global)?, offset, size)
    }

    /// The same of a local in memory, whoever's it is.
    pub fn of_local(&self, procedure: ProcedureId, local: LocalId, offset: u64, size: u64) -> Option<Interval> {
        let (points_to, cells) = self.points_to.as_ref()?;
        let objects = cells.local(points_to, procedure, local);
        let of = |object: &AbstractObject| self.of_object(points_to, cells, *object, offset, size);
        objects.iter().map(of).reduce(|one, other| Some(one?.join(other?)))?
    }

    fn of_object(
        &self,
        points_to: &PointsTo,
        cells: &Cells,
        object: AbstractObject,
        offset: u64,
        size: u64,
    ) -> Option<Interval> {
        let cell = cells.exact(points_to, object, offset, size)?;
        self.written[cell]?.filter(|it| !it.is_empty() && !it.contains(cells.all[cell].all()))
    }
}

/// What is written when nothing new is published any more; `None` if that takes too long.
fn stable(code: &Code<'_>, is_cancelled: &dyn Fn() -> bool) -> Option<Published> {
    let mut visible: Published = vec![None; code.cells.all.len()];
    let mut fuel = FUEL;
    for pass in 0.. {
        let mut flow = Flow::new(code, &visible);
        if !flow.run(&mut fuel, is_cancelled) {
            return None;
        }
        let (published, written) = (flow.published, flow.written);
        let mut is_changed = false;
        for (known, new) in visible.iter_mut().zip(published) {
            let Some(new) = new else { continue };
            let covers = |known: Held| known.is_none_or(|known| new.is_some_and(|new| known.contains(new)));
            match *known {
                Some(known) if covers(known) => continue,
                Some(Some(old)) if pass >= EXACT_PASSES => *known = Some(code.thresholds.widen_known(Some(old), new)),
                Some(_) | None => flow::join(known, new),
            }
            is_changed = true;
        }
        if !is_changed {
            return Some(written);
        }
    }
    None
}

/// The numbers that stand in a program.
fn constants(program: &Program, automata: &Table<ProcedureId, Automaton>) -> Vec<i128> {
    struct Constants(Vec<i128>);
    impl Visitor for Constants {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Integer(number) = expr.kind {
                self.0.push(number);
            }
        }
    }
    let mut found = Constants(Vec::new());
    for transition in automata.values().flat_map(|automaton| automaton.transitions.values()) {
        walk_effect(&transition.effect, &mut found);
        if let Some(guard) = &transition.guard {
            walk_expr(&guard.condition, &mut found);
        }
    }
    let initial = program.globals.values().flat_map(|global| &global.initial);
    found.0.extend(initial.filter_map(|part| match part.value {
        InitialValue::Integer(number) => Some(number),
        InitialValue::Address(..) | InitialValue::Procedure(_) => None,
    }));
    found.0
}
