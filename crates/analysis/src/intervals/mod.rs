//! Value intervals: the value ranges of the cells of shared memory, whatever threads do and however often.
//!
//! Rule. The content of a cell that another thread can access is one of the numbers that are *published* there. Every
//! write that is made while another thread may read the cell publishes its value. At the end of a stretch in which no
//! other thread can access the cell (before the first one is created, after the last one has ended, an atomic section, a lock that
//! [guards] the cell), its content is published. A read outside of such stretches returns any published number. Inside, and in registers,
//! numbers are followed from step to step ([`flow`]), with what tests imply for them ([`state`]). Operations that may
//! wrap return any number of their type ([`crate::number`]). So the intervals hold together, each because all the other ones
//! do, in every prefix of every execution (interference is flow-insensitive: Miné, ESOP 2011).
//!
//! Passes over the code are repeated with what the last one published, which is widened to constants of the program, until
//! nothing new is published. What is then known bounds cells and registers that are only added to ([`additions`]), and the passes begin again.
//!
//! Followed are scalars in globals, in locals in memory and in allocated memory; the elements of a long array share one
//! interval. Pointers are followed as far as they are null or not ([`content`]). Nothing is claimed about programs that may reach unsupported constructs, or that are too large.
//!
//! Left out: which thread writes what, and when.
//!
//! Rule: a value in a cell that other threads can read was published. A result that may wrap may be any
//! value. A number is tracked only while no other thread can write it: after joins, if these have waited for all threads. Each branch of a compound condition
//! counts. Nothing is claimed of an assertion in unsupported code.
//! Tests: `tests/harness/intervals.rs`; in `reach`: `grows_by_one_between_test_and_write`,
//! `grows_by_one_in_a_section`, `written_after_the_joins`, `written_after_one_join`, `written_before_a_second_thread`, `slots_may_lie_in_front_of_the_table`, `a_number_in_an_array_is_large`.

mod accesses;
mod additions;
mod allocations;
mod assertions;
mod assumptions;
mod bytes;
mod cells;
mod content;
mod counts;
mod definitions;
pub mod evaluate;
mod flow;
mod guards;
mod heads;
mod memory;
mod operators;
mod pairs;
mod sorted_map;
mod sources;
mod start;
mod state;
mod steps;
mod sums;

use std::collections::BTreeSet;
use std::hash::Hash;
use std::sync::{Arc, LazyLock};

use raddle_logic::intervals::Interval;
use raddle_program::automaton::{Automaton, Location};
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::syntax::{Expr, ExprKind, GlobalId, InitialValue, LocalId, ProcedureId, Program, UnaryOperator};
use raddle_program::types::{TypeId, TypeKind, Types};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};

use rustc_hash::FxHashMap;

use super::lockset::LockSets;
use super::parallel::Parallel;
use super::points_to::{AbstractObject, ObjectKind, PointsTo, StepsInside, WrittenFirst};
pub use accesses::BoundedAccesses;
pub use allocations::Allocations;
pub use assertions::Assertion;
pub use bytes::{AccessedBytes, Bytes, Naming, naming};
pub use operators::{AllOperators, Operators};

use assumptions::Assumptions;
use cells::{Cells, Writers};
use content::Content;
use counts::ranges_of_counts;
pub use flow::Registers;
use flow::{Code, Flow, Published};
use guards::{Guards, Locks};
use heads::Heads;
use state::Thresholds;
use sums::{Reads, Sums, sums_of_registers};

/// Locations that are looked at, all passes together.
const FUEL: usize = 100_000;

/// The same for the indices of arrays that are members. This analysis cannot be cancelled.
const INDEX_FUEL: usize = 20_000;

/// The same for the bytes of accesses. This analysis cannot be cancelled.
const BYTES_FUEL: usize = 6_000;

/// How often the passes begin again with ranges of sums that they have made known.
const ROUNDS: usize = 4;

/// After so many passes, what is published is widened to constants of the program,
const EXACT_PASSES: u32 = 4;
/// and after so many to the ends of types. A counter would take a pass for each constant, and a program has many of
/// them with what it uses of the library.
const PASSES_BY_CONSTANTS: u32 = 16;

/// Between which numbers cells lie; by default nothing is known.
#[derive(Debug, Default)]
pub struct ValueIntervals {
    points_to: Option<(Arc<PointsTo>, Cells)>,
    written: Published,
    registers: Registers,
    assertions: Option<Vec<Assertion>>,
    operators: Option<AllOperators>,
    accesses: Option<BoundedAccesses>,
}

/// Some bytes of memory, with the numbers that lie in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownBytes {
    /// The object.
    pub object: AbstractObject,
    /// Its first byte.
    pub offset: u64,
    /// The number of bytes.
    pub size: u64,
    /// As numbers of their type.
    pub numbers: Interval,
}

impl ValueIntervals {
    /// Finds them, where it is known of some cells that they are written before they are read; if it is cancelled meanwhile, nothing is known.
    pub fn of(
        program: &Program,
        points_to: Arc<PointsTo>,
        automata: &Table<ProcedureId, Automaton>,
        live: &Table<ProcedureId, LiveRegisters>,
        written_first: &WrittenFirst,
        allocations: Allocations,
        is_cancelled: &dyn Fn() -> bool,
    ) -> ValueIntervals {
        let input = Input { program, points_to: &points_to, automata, live, written_first, allocations };
        ValueIntervals::found(&input, &points_to, is_cancelled, false)
    }

    /// The same, and what registers hold at each location.
    pub fn with_registers(
        program: &Program,
        points_to: Arc<PointsTo>,
        automata: &Table<ProcedureId, Automaton>,
        live: &Table<ProcedureId, LiveRegisters>,
    ) -> ValueIntervals {
        let input = Input::of(program, &points_to, automata, live);
        ValueIntervals::found(&input, &points_to, &|| false, true)
    }

    fn found(
        input: &Input<'_>,
        points_to: &Arc<PointsTo>,
        is_cancelled: &dyn Fn() -> bool,
        with_registers: bool,
    ) -> ValueIntervals {
        let wanted = |mut flow: Flow<'_>| {
            let registers = if with_registers { flow.registers() } else { Registers::default() };
            let (assertions, operators) = (flow.assertions(), flow.operators());
            let accesses = flow.bounded_accesses();
            (flow.written, registers, assertions, operators, accesses)
        };
        match last_pass(input, FUEL, is_cancelled, wanted) {
            Some((cells, (written, registers, assertions, operators, accesses))) => ValueIntervals {
                points_to: Some((points_to.clone(), cells)),
                written,
                registers,
                assertions: Some(assertions),
                operators: Some(operators),
                accesses: Some(accesses),
            },
            None => ValueIntervals::default(),
        }
    }

    /// The two's complement numbers that some bytes of a global hold from the start of the second thread on; `None` if
    /// nothing is known.
    pub fn of_global(&self, global: GlobalId, offset: u64, size: u64) -> Option<Interval> {
        let (points_to, cells) = self.points_to.as_ref()?;
        self.of_object(points_to, cells, cells.global(global)?, offset, size)
    }

    /// The same of all elements of an array of so many bytes each; `None` if nothing is known of one of them.
    pub fn of_elements(&self, global: GlobalId, bytes: u64) -> Option<Interval> {
        let (_, cells) = self.points_to.as_ref()?;
        let of = |number: usize| {
            let is_one = cells.all[number].size == bytes;
            self.written[number]?.number().filter(|it| is_one && !it.is_empty())
        };
        let numbers = cells.of_object(cells.global(global)?).map(of).reduce(|one, other| Some(one?.join(other?)))??;
        (!numbers.contains(Interval::full(bytes as u32 * 8))).then_some(numbers)
    }

    /// The same for a local in memory, in any thread.
    pub fn of_local(&self, procedure: ProcedureId, local: LocalId, offset: u64, size: u64) -> Option<Interval> {
        let (points_to, cells) = self.points_to.as_ref()?;
        let objects = cells.local(points_to, procedure, local);
        let of = |object: &AbstractObject| self.of_object(points_to, cells, *object, offset, size);
        objects.iter().map(of).reduce(|one, other| Some(one?.join(other?)))?
    }

    /// The numbers that a register holds at a location; `None` if nothing is known.
    pub fn of_register(
        &self,
        program: &Program,
        procedure: ProcedureId,
        location: Location,
        local: LocalId,
    ) -> Option<Interval> {
        let bits = *self.registers.get(&(procedure, location))?.get(&local)?;
        of_type(program, program.procedures[procedure].locals[local].ty, bits)
    }

    /// The scalars in memory that threads share of which something is known, from the start of the second thread on.
    pub fn of_memory(&self, program: &Program) -> Vec<KnownBytes> {
        let Some((points_to, cells)) = &self.points_to else { return Vec::new() };
        let known = |(number, cell): (usize, &cells::CellData)| {
            let bits = self.written[number]?.number().filter(|it| !it.is_empty())?;
            let ty = match points_to.object(cell.object).kind {
                ObjectKind::Global(global) => program.globals[global].ty,
                ObjectKind::Local(context, local) => {
                    program.procedures[points_to.contexts[context].procedure].locals[local].ty
                }
                _ => return None,
            };
            let ty = scalar_at(&program.types, ty, cell.offset, cell.size)?;
            let numbers = of_type(program, ty, bits)?;
            Some(KnownBytes { object: cell.object, offset: cell.offset, size: cell.size, numbers })
        };
        cells.all.iter().enumerate().filter_map(known).collect()
    }

    /// The assertions that threads may come to, and which of them may fail; `None` if nothing is known.
    pub fn assertions(&self) -> Option<&[Assertion]> {
        self.assertions.as_deref()
    }

    /// The operators that threads may come to, and which of them may overflow or be undefined; `None` if nothing is known.
    pub fn operators(&self) -> Option<&AllOperators> {
        self.operators.as_ref()
    }

    /// The accesses that threads may make, and which of them stay inside their objects; `None` if nothing is known.
    pub fn accesses(&self) -> Option<&BoundedAccesses> {
        self.accesses.as_ref()
    }

    /// What the objects of [`ValueIntervals::of_memory`] are.
    pub fn points_to(&self) -> Option<&PointsTo> {
        self.points_to.as_ref().map(|(points_to, _)| &**points_to)
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
        self.written[cell]?.number().filter(|it| !it.is_empty() && !it.contains(cells.all[cell].all()))
    }
}

/// Bits as numbers of an integer type; `None` if they are any, or no number of the type.
fn of_type(program: &Program, ty: TypeId, bits: Interval) -> Option<Interval> {
    let shape = crate::number::Shape::of(&program.types, ty)?;
    let is_integer = matches!(program.types.kind(ty), TypeKind::Int(_) | TypeKind::Bool);
    let numbers = shape.of_bits(bits);
    (is_integer && !numbers.contains(shape.all())).then_some(numbers)
}

/// The scalar that some bytes of an object are.
fn scalar_at(types: &Types, ty: TypeId, offset: u64, size: u64) -> Option<TypeId> {
    match types.kind(ty) {
        TypeKind::Array { element, .. } => {
            let bytes = types.size_of(element.ty).filter(|&bytes| bytes > 0)?;
            scalar_at(types, element.ty, offset % bytes, size)
        }
        TypeKind::Record(record) => {
            let fields = &types.record(*record).body.as_ref()?.fields;
            let holds = |field: &&raddle_program::types::Field| {
                let end = types.size_of(field.ty.ty).map(|bytes| field.offset + bytes);
                field.bits.is_none() && field.offset <= offset && end.is_some_and(|end| offset < end)
            };
            let field = fields.iter().find(holds)?;
            scalar_at(types, field.ty.ty, offset - field.offset, size)
        }
        TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Pointer(_) => {
            (offset == 0 && types.size_of(ty) == Some(size)).then_some(ty)
        }
        TypeKind::Void | TypeKind::Complex(_) | TypeKind::Function(_) => None,
    }
}

/// The bytes that accesses may touch, as far as intervals bound them, and the numbers in registers; nothing if that takes too long, or if
/// something without a model may be reached.
pub fn accessed_bytes(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    live: &Table<ProcedureId, LiveRegisters>,
) -> (AccessedBytes, ValueIntervals) {
    let wanted = |flow: Flow<'_>| {
        let registers = flow.registers();
        (flow.accessed_bytes(), ValueIntervals { registers, ..ValueIntervals::default() })
    };
    let input = Input::of(program, points_to, automata, live);
    let found = last_pass(&input, BYTES_FUEL, &|| false, wanted);
    found.map(|(_, found)| found).unwrap_or_default()
}

/// The steps of `asked` that contain an index which may leave its array; `None` if the analysis takes too long, or if something without a model
/// may be reached.
pub fn steps_that_leave(
    program: &Program,
    points_to: &PointsTo,
    automata: &Table<ProcedureId, Automaton>,
    live: &Table<ProcedureId, LiveRegisters>,
    asked: &StepsInside,
) -> Option<StepsInside> {
    let input = Input::of(program, points_to, automata, live);
    let found = last_pass(&input, INDEX_FUEL, &|| false, |flow| flow.steps_that_leave(asked));
    found.map(|(_, found)| found)
}

/// What the passes start from.
struct Input<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
    live: &'a Table<ProcedureId, LiveRegisters>,
    written_first: &'a WrittenFirst,
    allocations: Allocations,
}

/// No cell of which it is known that it is written before it is read.
static NONE_WRITTEN_FIRST: LazyLock<WrittenFirst> = LazyLock::new(WrittenFirst::default);

impl<'a> Input<'a> {
    fn of(
        program: &'a Program,
        points_to: &'a PointsTo,
        automata: &'a Table<ProcedureId, Automaton>,
        live: &'a Table<ProcedureId, LiveRegisters>,
    ) -> Input<'a> {
        let allocations = Allocations::MayBeRefused;
        Input { program, points_to, automata, live, written_first: &NONE_WRITTEN_FIRST, allocations }
    }
}

/// The cells, and what is wanted of the pass in which nothing new is published; `None` if that takes more than `fuel` locations, if it is
/// cancelled, if there are too many cells, or if something without a model may be reached.
fn last_pass<T>(
    input: &Input<'_>,
    mut fuel: usize,
    is_cancelled: &dyn Fn() -> bool,
    wanted: impl Fn(Flow<'_>) -> T,
) -> Option<(Cells, T)> {
    let &Input { program, points_to, automata, live, written_first, allocations } = input;
    let cells = Cells::of(program, points_to, automata).filter(|_| points_to.is_complete())?;
    let thresholds = Thresholds::new(constants(program, points_to, automata).into_iter());
    let (heads, assumptions) = (Heads::of(automata), Assumptions::of(program, automata));
    let has_locks = Locks::matter(points_to);
    let parallel = (has_locks || !points_to.joins.is_empty()).then(|| Parallel::of(program, points_to, automata));
    let parallel = parallel.as_ref();
    let locks = parallel.filter(|_| has_locks).map(|it| Locks::of(LockSets::of(program, points_to, automata, it)));
    let (mut sums, mut reads) = (Sums::default(), Reads::default());
    let mut counts = ranges_of_counts(program, points_to, automata, &cells, written_first, None, &mut reads);
    let mut last = None;
    for _ in 0..ROUNDS {
        let code = Code {
            program,
            points_to,
            automata,
            live,
            cells: &cells,
            thresholds: &thresholds,
            heads: &heads,
            assumptions: &assumptions,
            counts: &counts,
            sums: &sums,
            reads: &reads,
            written_first,
            parallel,
            locks: locks.as_ref(),
            allocations,
        };
        let wanted = |mut flow: Flow<'_>| (flow.additions(), wanted(flow));
        let Some((additions, found)) = stable(&code, &mut fuel, is_cancelled, wanted) else { break };
        last = Some(found);
        let more = ranges_of_counts(program, points_to, automata, &cells, written_first, Some(&additions), &mut reads);
        let of_registers = sums_of_registers(program, points_to, automata, live, &additions, &mut reads);
        let is_known = |cell: &usize, range: Interval| match additions.cells[*cell].map(Content::number) {
            Some(numbers) => numbers.is_some_and(|numbers| range.contains(numbers)),
            None => points_to.classes.len() > 1,
        };
        let is_narrower = narrow(&mut counts, more, is_known);
        if !(narrow(&mut sums, of_registers, |_, _| false) || is_narrower) {
            break;
        }
    }
    Some((cells, last?))
}

/// Takes over ranges that say more than what passes have found; whether there are any.
fn narrow<K: Eq + Hash>(
    known: &mut FxHashMap<K, Interval>,
    found: FxHashMap<K, Interval>,
    is_known: impl Fn(&K, Interval) -> bool,
) -> bool {
    let mut is_narrower = false;
    for (key, range) in found {
        let before = known.get(&key).copied();
        let range = before.map_or(range, |before| before.meet(range));
        if before != Some(range) && !is_known(&key, range) {
            known.insert(key, range);
            is_narrower = true;
        }
    }
    is_narrower
}

/// What is wanted of the pass in which nothing new is published; `None` if it takes too long.
fn stable<T>(
    code: &Code<'_>,
    fuel: &mut usize,
    is_cancelled: &dyn Fn() -> bool,
    wanted: impl FnOnce(Flow<'_>) -> T,
) -> Option<T> {
    let mut visible: Published = vec![None; code.cells.all.len()];
    let mut guards: Guards = vec![None; code.cells.all.len()];
    let mut late_writers: Vec<Writers> = code.cells.all.iter().map(|cell| cell.writers).collect();
    let ends = Thresholds::new(std::iter::empty());
    for pass in 0.. {
        let mut flow = Flow::new(code, &visible, guards.clone(), late_writers.clone());
        if !flow.run(fuel, is_cancelled) {
            return None;
        }
        let mut is_changed = flow.guards != guards || flow.late_writers != late_writers;
        guards.clone_from(&flow.guards);
        late_writers.clone_from(&flow.late_writers);
        let mut next = visible.clone();
        for (known, &new) in next.iter_mut().zip(&flow.published) {
            let Some(new) = new else { continue };
            match *known {
                Some(known) if known.contains(new) => continue,
                Some(old) if pass >= EXACT_PASSES => {
                    let thresholds = if pass < PASSES_BY_CONSTANTS { code.thresholds } else { &ends };
                    *known = Some(thresholds.widen_content(old, new));
                }
                Some(_) | None => flow::join(known, new),
            }
            is_changed = true;
        }
        if !is_changed {
            return Some(wanted(flow));
        }
        visible = next;
    }
    None
}

/// The numbers that stand in code that threads may run, and in what globals hold at first.
fn constants(program: &Program, points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>) -> Vec<i128> {
    struct Constants(Vec<i128>);
    impl Visitor for Constants {
        fn expr(&mut self, expr: &Expr) {
            match &expr.kind {
                ExprKind::Integer(number) => self.0.push(*number),
                ExprKind::Unary(UnaryOperator::Negate, operand) => {
                    if let ExprKind::Integer(number) = operand.kind {
                        self.0.push(-number);
                    }
                }
                _ => {}
            }
        }
    }
    let mut found = Constants(Vec::new());
    let procedures: BTreeSet<ProcedureId> = points_to.contexts.values().map(|context| context.procedure).collect();
    for transition in procedures.into_iter().flat_map(|procedure| automata[procedure].transitions.values()) {
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
