//! A program with the static facts about it.
//!
//! Each analysis is computed on the first request, and cached for all engines and threads: the engines of `auto` share
//! it. A fact belongs to one program: code that makes a new program makes a new [`AnalyzedProgram`].
//!
//! Results that borrow from other analyses (lock sets, accesses with what protects them) are not cached, nor are
//! results that one engine alone uses.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::semantics::Equalities;
use raddle_program::source::Span;
use raddle_program::syntax::{ProcedureId, Program};

use super::calls::n_steps;
use super::commutation::Arithmetic;
use super::compared_addresses::{open_equality, open_order};
use super::copies::with_copies;
use super::cut_points::{CutPoints, Visibility};
use super::first_writes::written_first;
use super::intervals::{Allocations, ValueIntervals};
use super::member_indices::points_to_by_indices;
use super::movers::Movers;
use super::never_racing::NeverRacing;
use super::numbered_ids::numbered_id;
use super::open_loops::OpenLoops;
use super::overwritten_locks::{ForeignWrite, foreign_writes};
use super::points_to::{PointsTo, WrittenFirst};

/// The largest number of steps of a program for which [`written_first`] is computed.
const SMALL: usize = 3_000;

/// The largest number of steps of a program with copies of its small procedures in which foreign writes are looked for.
const COPIED: usize = 20_000;

/// A program with its analyses. It stands wherever a program can.
pub struct AnalyzedProgram {
    program: Arc<Program>,
    automata: OnceLock<Table<ProcedureId, Automaton>>,
    live: OnceLock<Table<ProcedureId, LiveRegisters>>,
    points_to: OnceLock<Arc<PointsTo>>,
    /// Where signed arithmetic wraps, and where it violates something.
    blocks: [OnceLock<Option<Blocks>>; 2],
    never_racing: OnceLock<Option<NeverRacing>>,
    violating_alike: OnceLock<Option<Movers>>,
    open_loops: OnceLock<OpenLoops>,
    open_equality: OnceLock<Option<Span>>,
    open_order: OnceLock<Option<Span>>,
    numbered_id: OnceLock<Option<Span>>,
    foreign_writes: OnceLock<Vec<ForeignWrite>>,
    intervals: OnceLock<ValueIntervals>,
    intervals_if_allocated: OnceLock<ValueIntervals>,
}

/// How the steps of a program make reducible blocks.
#[derive(Debug)]
pub struct Blocks {
    /// How steps commute with those of other threads.
    pub movers: Movers,
    /// Where blocks begin if waiting and races are none of them.
    pub cut_points: CutPoints,
    fewest: OnceLock<CutPoints>,
}

impl AnalyzedProgram {
    /// A program of which nothing is known yet.
    pub fn new(program: impl Into<Arc<Program>>) -> Arc<AnalyzedProgram> {
        Arc::new(AnalyzedProgram {
            program: program.into(),
            automata: OnceLock::new(),
            live: OnceLock::new(),
            points_to: OnceLock::new(),
            blocks: [OnceLock::new(), OnceLock::new()],
            never_racing: OnceLock::new(),
            violating_alike: OnceLock::new(),
            open_loops: OnceLock::new(),
            open_equality: OnceLock::new(),
            open_order: OnceLock::new(),
            numbered_id: OnceLock::new(),
            foreign_writes: OnceLock::new(),
            intervals: OnceLock::new(),
            intervals_if_allocated: OnceLock::new(),
        })
    }

    /// The automaton of each procedure.
    pub fn automata(&self) -> &Table<ProcedureId, Automaton> {
        self.automata.get_or_init(|| Automaton::of_all(self))
    }

    /// The live registers of each procedure.
    pub fn live(&self) -> &Table<ProcedureId, LiveRegisters> {
        self.live.get_or_init(|| {
            let procedures = self.procedures.values().zip(self.automata().values());
            procedures.map(|(procedure, automaton)| LiveRegisters::of(self, procedure, automaton)).collect()
        })
    }

    /// Which objects pointers may lead to.
    pub fn points_to(&self) -> &Arc<PointsTo> {
        self.points_to.get_or_init(|| {
            Arc::new(points_to_by_indices(self, self.automata(), self.live(), &WrittenFirst::default()))
        })
    }

    /// The reducible blocks; `None` if not all accesses are known. More steps move where signed arithmetic wraps.
    pub fn blocks(&self, arithmetic: Arithmetic) -> Option<&Blocks> {
        let found = || {
            let movers = Movers::with(self, self.points_to(), self.automata(), arithmetic).ok()?;
            let visibility = Visibility { overflow: arithmetic == Arithmetic::Violates, ..Visibility::default() };
            let cut_points = CutPoints::of(self, self.points_to(), self.automata(), &movers, visibility);
            Some(Blocks { movers, cut_points, fewest: OnceLock::new() })
        };
        self.blocks[arithmetic as usize].get_or_init(found).as_ref()
    }

    /// The movers where units commute of which both orders violate arithmetic, or none; `None` if not all accesses are known.
    pub fn movers_violating_alike(&self) -> Option<&Movers> {
        let found = || Movers::with(self, self.points_to(), self.automata(), Arithmetic::ViolatesAlike).ok();
        self.violating_alike.get_or_init(found).as_ref()
    }

    /// The cut-points of blocks without the redundant ones ([`CutPoints::without_redundant`], which says for which
    /// engines this is sound).
    pub fn fewest_cut_points<'a>(&self, blocks: &'a Blocks) -> &'a CutPoints {
        let Blocks { movers, cut_points, fewest } = blocks;
        fewest.get_or_init(|| cut_points.clone().without_redundant(self, self.points_to(), self.automata(), movers))
    }

    /// Where accesses certainly race with nothing; `None` if nothing is known.
    pub fn never_racing(&self) -> Option<&NeverRacing> {
        self.never_racing.get_or_init(|| NeverRacing::of(self, self.points_to(), self.automata())).as_ref()
    }

    /// The loops without a known bound, and the creations of threads in them.
    pub fn open_loops(&self) -> OpenLoops {
        *self.open_loops.get_or_init(|| OpenLoops::of(self))
    }

    /// A comparison of pointers for which C allows both results ([`super::compared_addresses`]).
    pub fn open_equality(&self) -> Option<Span> {
        let found = || open_equality(self, self.automata(), || self.points_to());
        *self.open_equality.get_or_init(found)
    }

    /// Whether the program has a comparison of pointers, for equality or for order, for which both results are
    /// possible.
    pub fn has_open_comparison(&self) -> bool {
        let found = || open_order(self, self.automata(), || self.points_to());
        self.open_equality().is_some() || self.open_order.get_or_init(found).is_some()
    }

    /// A computation with the number of a thread's id ([`super::numbered_ids`]).
    pub fn numbered_id(&self) -> Option<Span> {
        *self.numbered_id.get_or_init(|| numbered_id(self, self.points_to(), self.automata()))
    }

    /// Writes that may change a synchronization object through another type. No engine follows such a change.
    pub fn foreign_writes(&self) -> &[ForeignWrite] {
        self.foreign_writes.get_or_init(|| {
            let found = foreign_writes(self, self.points_to(), self.automata());
            if found.is_empty() {
                return found;
            }
            // Of what a wrapper of `malloc` allocates for all of its calls, the bytes are not told apart.
            let mut copied = Program::clone(self);
            with_copies(&mut copied);
            if copied.procedures.len() == self.procedures.len()
                || copied.procedures.values().map(n_steps).sum::<usize>() > COPIED
            {
                return found;
            }
            let copied = AnalyzedProgram::new(copied);
            foreign_writes(&copied, copied.points_to(), copied.automata())
        })
    }

    /// What an engine answers there that tries both answers.
    pub fn chosen_equalities(&self) -> Equalities {
        if self.has_open_comparison() { Equalities::Chosen } else { Equalities::Excluded }
    }

    /// What an engine answers there that does not try both answers.
    pub fn denied_equalities(&self) -> Equalities {
        if self.open_equality().is_some() { Equalities::Denied } else { Equalities::Excluded }
    }

    /// Between which numbers memory lies; `None` if it was cancelled before that was known, for this time.
    pub fn intervals(&self, is_cancelled: &dyn Fn() -> bool) -> Option<&ValueIntervals> {
        self.intervals_if(Allocations::MayBeRefused, is_cancelled)
    }

    /// The same, if allocations that may be refused do this.
    pub fn intervals_if(&self, allocations: Allocations, is_cancelled: &dyn Fn() -> bool) -> Option<&ValueIntervals> {
        let intervals = match allocations {
            Allocations::MayBeRefused => &self.intervals,
            Allocations::Succeed => &self.intervals_if_allocated,
        };
        if intervals.get().is_none() {
            let (points_to, automata) = (self.points_to().clone(), self.automata());
            let is_small = automata.values().map(|automaton| automaton.transitions.len()).sum::<usize>() <= SMALL;
            let written = if is_small { written_first(self, &points_to, automata) } else { WrittenFirst::default() };
            let found = ValueIntervals::of(self, points_to, automata, self.live(), &written, allocations, is_cancelled);
            if !is_cancelled() {
                return Some(intervals.get_or_init(|| found));
            }
        }
        intervals.get()
    }
}

impl Deref for AnalyzedProgram {
    type Target = Program;

    fn deref(&self) -> &Program {
        &self.program
    }
}

impl std::fmt::Debug for AnalyzedProgram {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.program.fmt(out)
    }
}
