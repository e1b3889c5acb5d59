//! Where a program computes with the number of a thread's id.
//!
//! Ids are `unsigned long` to the C library of Linux, and which numbers they are is not fixed: `(int)pthread_self() % 16` may be equal in two
//! threads. Engines that give the threads the ids 1, 2, 3, ... say nothing about other numbers.
//!
//! Rule. A program computes with an id if what may be one, by points-to sets,
//! - is an operand of arithmetic, an index, a size, an operand of a comparison for order, or an operand of a synchronization call that
//!   names no thread;
//! - is converted to a narrower type, or accessed in part: by an access that does not cover a cell which may hold it;
//! - is compared for equality with what may be a number other than 0 and -1 (which no thread has), or may itself be such a number.
//!
//! A call that names a thread by nothing but such numbers counts, too. If threads run code that points-to does not see (destructors, cleanup handlers),
//! this code counts if it may reach an id: by a key, by its argument, or by a global that it names.
//!
//! The texts by which this tool holds signals back use ids as numbers, and are left out.
//! Tests: in `library`: `id_as_a_hash`, `ids_in_order`, `id_in_an_int`, `bytes_of_an_id`, `part_of_an_id_is_cleared`, `id_that_is_a_number`,
//! `id_in_a_destructor`, `id_beside_a_number`, `id_as_a_size`, `thread_named_by_a_number`.

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::source::Span;
use raddle_program::syntax::Synchronization as S;
use raddle_program::syntax::{GlobalId, ProcedureId, Program, SynchronizationFamily};
use raddle_program::visit::{Visitor, walk_effect, walk_expr};
use rustc_hash::FxHashSet;

use super::points_to::{AccessSite, Node, ObjectKind, PointsTo};

/// The text that uses ids as indices.
const HOLDS_SIGNALS: &str = "<raddle>/__raddle_hold_signal.c";

/// The first step, in the order of the text, that may compute with the number of an id.
pub fn numbered_id(program: &Program, points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>) -> Option<Span> {
    let search = Search { program, points_to, automata };
    let is_of_program = |span: &Span| program.source.place(*span).file.as_ref() != HOLDS_SIGNALS;
    let seen = search.computations().chain(search.comparisons()).chain(search.parts()).chain(search.calls());
    seen.chain(search.hidden()).filter(is_of_program).min()
}

struct Search<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    automata: &'a Table<ProcedureId, Automaton>,
}

impl<'a> Search<'a> {
    fn is_id(&self, node: Node) -> bool {
        let kind = |object| self.points_to.object(object).kind;
        self.points_to.targets(node).iter().any(|target| matches!(kind(target.object), ObjectKind::Thread(_)))
    }

    /// Whether a node may hold a number other than 0 and -1.
    fn is_other_number(&self, node: Node) -> bool {
        let mut targets = self.points_to.targets(node).iter();
        targets.any(|target| self.points_to.object(target.object).kind == ObjectKind::Number && target.offset.is_none())
    }

    /// Whether a node may hold such a number, and no id.
    fn is_number(&self, node: Node) -> bool {
        self.is_other_number(node) && !self.is_id(node)
    }

    fn computations(&self) -> impl Iterator<Item = Span> + use<'a, '_> {
        self.points_to.computations.iter().filter(|it| self.is_id(it.operand)).map(|it| it.span)
    }

    fn comparisons(&self) -> impl Iterator<Item = Span> + use<'a, '_> {
        let counts = |left: Node, right: Node, is_order: bool| {
            (self.is_id(left) || self.is_id(right))
                && (is_order || self.is_other_number(left) || self.is_other_number(right))
        };
        self.points_to.comparisons.iter().filter(move |it| counts(it.left, it.right, it.is_order)).map(|it| it.span)
    }

    /// Accesses to parts of ids.
    fn parts(&self) -> impl Iterator<Item = Span> + use<'a, '_> {
        self.points_to.accesses.iter().filter(|site| !site.is_free && self.is_in_part(site)).map(|site| site.span)
    }

    fn is_in_part(&self, site: &AccessSite) -> bool {
        let width = self.program.types.model().pointer_bytes();
        let is_whole = |bytes: u64| bytes.is_multiple_of(width);
        self.points_to.targets(site.address).iter().any(|&target| {
            let object = self.points_to.object(target.object);
            let covers = |start: u64, size: u64| match (target.offset, site.size) {
                (Some(offset), Some(bytes)) if size > width => is_whole(offset) && is_whole(bytes),
                (Some(offset), Some(bytes)) => {
                    offset <= start && start.saturating_add(size) <= offset.saturating_add(bytes)
                        || is_whole(offset.abs_diff(start)) && is_whole(bytes)
                }
                _ => false,
            };
            self.points_to.touched(target, site.size).any(|position| {
                let cell = object.shape.cells[position];
                self.is_id(object.cells[position]) && !covers(cell.offset, cell.size)
            })
        })
    }

    /// Calls that name a thread by a number, and calls with an id that name none.
    fn calls(&self) -> impl Iterator<Item = Span> + use<'a, '_> {
        let span = |(context, transition)| {
            let procedure = self.points_to.contexts[context].procedure;
            self.automata[procedure].transitions[transition].span
        };
        let joins = self.points_to.joins.iter().filter(|(_, thread)| self.is_number(**thread));
        let synchronizations = self.points_to.synchronizations.iter().filter(|(_, site)| {
            let mut operands = site.operands.iter().copied();
            match site.operation {
                S::KeySet | S::CleanupPush => false,
                operation if operation.family() == SynchronizationFamily::Thread => {
                    operands.any(|operand| self.is_number(operand))
                }
                _ => operands.any(|operand| self.is_id(operand)),
            }
        });
        joins.map(|(&at, _)| at).chain(synchronizations.map(|(&at, _)| at)).map(span)
    }

    /// Code that no context stands for, if it may reach an id.
    fn hidden(&self) -> impl Iterator<Item = Span> + use<'a> {
        if !self.points_to.hides_calls {
            return None.into_iter();
        }
        let seen: FxHashSet<ProcedureId> = self.points_to.contexts.values().map(|it| it.procedure).collect();
        let mut named = Named { program: self.program, globals: FxHashSet::default() };
        let mut first = None;
        for (procedure, automaton) in self.automata.iter().filter(|(procedure, _)| !seen.contains(procedure)) {
            if self.program.procedures[procedure].is_defined {
                first = first.into_iter().chain([self.program.procedures[procedure].span]).min();
            }
            for step in automaton.transitions.values() {
                walk_effect(&step.effect, &mut named);
                step.guard.iter().for_each(|guard| walk_expr(&guard.condition, &mut named));
            }
        }
        let leads_to_id = |object: &super::points_to::ObjectData| object.cells.iter().any(|&cell| self.is_id(cell));
        let is_given = |node: Node| {
            self.is_id(node)
                || self.points_to.targets(node).iter().any(|target| leads_to_id(self.points_to.object(target.object)))
        };
        let is_handed = self.points_to.synchronizations.values().any(|site| {
            matches!(site.operation, S::KeySet | S::CleanupPush)
                && site.operands.iter().any(|&operand| is_given(operand))
        });
        let is_named = || {
            self.points_to.objects().values().any(|object| {
                matches!(object.kind, ObjectKind::Global(global) if named.globals.contains(&global))
                    && leads_to_id(object)
            })
        };
        first.filter(|_| is_handed || is_named()).into_iter()
    }
}

/// The globals that code names.
struct Named<'p> {
    program: &'p Program,
    globals: FxHashSet<GlobalId>,
}

impl Visitor for Named<'_> {
    fn global(&mut self, global: GlobalId) {
        if !self.program.globals[global].is_read_only {
            self.globals.insert(global);
        }
    }
}
