//! Open loops: loops that unwinding cannot end by computing with numbers, and creations of threads in unbounded loops.
//!
//! A register is *decided* if all that is ever assigned to it is computed from numbers and decided registers. A loop is
//! *closed* if a test that leaves it reads decided registers only, one of which the loop assigns. Any other loop is
//! *open*: its tests read shared memory, an input, or nothing. Threads are created *endlessly* by a creation in an open
//! loop, also through a call, and by a creation that the new thread itself may reach.
//!
//! The result is a heuristic, not a claim: an open loop may end after two iterations, and a closed loop may not end.
//! Only code that main reaches counts, by whatever its text mentions.

use raddle_program::automaton::{Automaton, Location, Transition, TransitionData};
use raddle_program::entity::{Entity, Table};
use raddle_program::graph::Graph;
use raddle_program::source::Span;
use raddle_program::syntax::{Callee, Effect, Expr, GlobalId, LocalId, Place, PlaceKind, ProcedureId, Program};
use raddle_program::visit::{Visitor, walk_block, walk_expr};
use raddle_program::written_registers::written;

/// What has no end that shows. The first of each, in the order of procedures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OpenLoops {
    /// An open loop: its first test or step.
    pub open_loop: Option<Span>,
    /// The same of a closed loop.
    pub closed_loop: Option<Span>,
    /// A creation of threads without end.
    pub creation: Option<Span>,
    /// A creation of threads in a closed loop.
    pub counted_creation: Option<Span>,
}

impl OpenLoops {
    /// Those of a program.
    pub fn of(program: &Program) -> OpenLoops {
        let mentions: Table<ProcedureId, Vec<ProcedureId>> = program
            .procedures
            .values()
            .map(|procedure| mentioned(|visitor| walk_block(&procedure.body, visitor)))
            .collect();
        let is_reached = reached(&mentions, &[program.main]);
        let mut found = OpenLoops::default();
        let mut automata: Vec<(ProcedureId, Automaton)> = Vec::new();
        for (procedure, data) in program.procedures.iter() {
            if data.is_defined && is_reached[procedure] {
                automata.push((procedure, Automaton::of(data)));
            }
        }
        let is_creator = |procedure: &ProcedureId| {
            let is_here = |(of, automaton): &(ProcedureId, Automaton)| {
                of == procedure
                    && automaton.transitions.values().any(|data| matches!(data.effect, Effect::Spawn { .. }))
            };
            automata.iter().any(is_here)
        };
        let creators: Vec<ProcedureId> = automata.iter().map(|(procedure, _)| *procedure).filter(is_creator).collect();
        let leads_to = |starts: &[ProcedureId], wanted: &dyn Fn(ProcedureId) -> bool| {
            reached(&mentions, starts).iter().any(|(procedure, &is_reached)| is_reached && wanted(procedure))
        };
        for (procedure, automaton) in &automata {
            for Loop { head, inside, is_open } in loops(program, *procedure, automaton) {
                let at_head = automaton.outgoing(head).first().map(|&first| automaton.transitions[first].span);
                let (of_kind, creation) = if is_open {
                    (&mut found.open_loop, &mut found.creation)
                } else {
                    (&mut found.closed_loop, &mut found.counted_creation)
                };
                *of_kind = of_kind.or(at_head);
                for data in automaton.transitions.values().filter(|data| inside[data.from.index()]) {
                    let creates = match &data.effect {
                        Effect::Spawn { .. } => true,
                        Effect::Call { callee, .. } => {
                            leads_to(&called(callee), &|procedure| creators.contains(&procedure))
                        }
                        _ => false,
                    };
                    *creation = creation.or(creates.then_some(data.span));
                }
            }
            for data in automaton.transitions.values() {
                if let Effect::Spawn { start, .. } = &data.effect {
                    let comes_back = leads_to(&called(start), &|reached| reached == *procedure);
                    found.creation = found.creation.or(comes_back.then_some(data.span));
                }
            }
        }
        found
    }
}

/// A loop of a procedure.
struct Loop {
    head: Location,
    /// Which locations it has.
    inside: Vec<bool>,
    is_open: bool,
}

/// The loops of a procedure.
fn loops(program: &Program, procedure: ProcedureId, automaton: &Automaton) -> Vec<Loop> {
    let graph = Graph::of(automaton);
    let decided = decided(program, procedure, automaton);
    let mut found = Vec::new();
    for (head, _) in graph.is_loop_head.iter().filter(|(_, is_head)| **is_head) {
        let inside = inside(automaton, &graph, head);
        let is_assigned = |local: LocalId| {
            let mut steps = automaton.transitions.values().filter(|data| inside[data.from.index()]);
            steps.any(|data| writes(data, local))
        };
        let ends = |data: &TransitionData| {
            let Some(guard) = &data.guard else { return false };
            if !inside[data.from.index()] || inside[data.to.index()] {
                return false;
            }
            let read = Reads::of(&guard.condition);
            !read.reads_memory
                && read.locals.iter().all(|local| decided.contains(local))
                && read.locals.iter().any(|&local| is_assigned(local))
        };
        let is_open = !automaton.transitions.values().any(ends);
        found.push(Loop { head, inside, is_open });
    }
    found
}

/// The locations of the loops of a head: from which one of its back edges is reached without passing it.
fn inside(automaton: &Automaton, graph: &Graph, head: Location) -> Vec<bool> {
    let mut inside = vec![false; automaton.locations.len()];
    inside[head.index()] = true;
    let is_back = |transition: &&Transition| graph.is_back_edge[**transition];
    let mut pending: Vec<Location> =
        graph.incoming[head].iter().filter(is_back).map(|&back| automaton.transitions[back].from).collect();
    while let Some(location) = pending.pop() {
        if !std::mem::replace(&mut inside[location.index()], true) {
            pending.extend(graph.incoming[location].iter().map(|&before| automaton.transitions[before].from));
        }
    }
    inside
}

/// The decided registers: all but those that are assigned something else, or computed from such.
fn decided(program: &Program, procedure: ProcedureId, automaton: &Automaton) -> Vec<LocalId> {
    let data = &program.procedures[procedure];
    let is_candidate = |local: &LocalId| data.locals[*local].is_register && !data.parameters.contains(local);
    let mut decided: Vec<LocalId> = data.locals.ids().filter(is_candidate).collect();
    loop {
        let is_kept = |local: &LocalId| {
            automaton.transitions.values().filter(|data| writes(data, *local)).all(|data| match &data.effect {
                Effect::Assign { value, .. } | Effect::Initialize { value, .. } => {
                    let read = Reads::of(value);
                    !read.reads_memory && read.locals.iter().all(|local| decided.contains(local))
                }
                Effect::Live { .. } => true,
                _ => false,
            })
        };
        let kept: Vec<LocalId> = decided.iter().copied().filter(is_kept).collect();
        if kept.len() == decided.len() {
            return decided;
        }
        decided = kept;
    }
}

fn writes(data: &TransitionData, local: LocalId) -> bool {
    let (one, other) = written(&data.effect);
    one == Some(local) || other == Some(local)
}

/// What an expression reads.
#[derive(Default)]
struct Reads {
    locals: Vec<LocalId>,
    reads_memory: bool,
}

impl Reads {
    fn of(expr: &Expr) -> Reads {
        let mut reads = Reads::default();
        walk_expr(expr, &mut reads);
        reads
    }
}

impl Visitor for Reads {
    fn place(&mut self, place: &Place) {
        self.reads_memory |= matches!(place.kind, PlaceKind::Deref(_));
    }
    fn local(&mut self, local: LocalId) {
        self.locals.push(local);
    }
    fn global(&mut self, _: GlobalId) {
        self.reads_memory = true;
    }
}

/// The procedures that something mentions.
#[derive(Default)]
struct Mentions(Vec<ProcedureId>);

impl Visitor for Mentions {
    fn procedure(&mut self, procedure: ProcedureId) {
        self.0.push(procedure);
    }
}

fn mentioned(walk: impl FnOnce(&mut Mentions)) -> Vec<ProcedureId> {
    let mut mentions = Mentions::default();
    walk(&mut mentions);
    mentions.0
}

/// The procedures that a call names; none if it is by a pointer.
fn called(callee: &Callee) -> Vec<ProcedureId> {
    match callee {
        Callee::Procedure(procedure) => vec![*procedure],
        Callee::Pointer(pointer) => mentioned(|visitor| walk_expr(pointer, visitor)),
    }
}

/// The procedures that some lead to, these included.
fn reached(mentions: &Table<ProcedureId, Vec<ProcedureId>>, starts: &[ProcedureId]) -> Table<ProcedureId, bool> {
    let mut is_reached: Table<ProcedureId, bool> = mentions.values().map(|_| false).collect();
    let mut pending = starts.to_vec();
    while let Some(procedure) = pending.pop() {
        if !std::mem::replace(&mut is_reached[procedure], true) {
            pending.extend(&mentions[procedure]);
        }
    }
    is_reached
}

#[cfg(test)]
mod tests {
    use raddle_program::builder::{Code, ProgramBuilder, read};
    use raddle_program::syntax::BinaryOperator;
    use raddle_program::types::DataModel;

    use super::*;

    /// Of a program in which `main` runs this; there is a thread function `t`.
    fn of(write: impl FnOnce(&mut Code<'_>, ProcedureId)) -> OpenLoops {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let pointer = builder.void_pointer();
        let t = builder.procedure("t", pointer, |_| {});
        builder.main(|code| write(code, t));
        OpenLoops::of(&builder.finish())
    }

    fn counts_to(code: &mut Code<'_>, is_input: bool, body: impl FnOnce(&mut Code<'_>)) {
        let int = code.builder().int();
        let (index, end) = (code.register("index", int), code.register("end", int));
        let (zero, ten, one) = (code.number(0), code.number(10), code.number(1));
        code.assign(&index, zero);
        if is_input {
            code.input(&end);
        } else {
            code.assign(&end, ten);
        }
        let is_less = code.binary(BinaryOperator::Less, read(index.clone()), read(end));
        code.repeat(is_less, |code| {
            body(code);
            let next = code.add(read(index.clone()), one);
            code.assign(&index, next);
        });
    }

    #[test]
    fn a_loop_that_counts_to_a_number_is_closed_and_one_that_counts_to_an_input_is_open() {
        assert_eq!(of(|_, _| {}), OpenLoops::default());
        let found = of(|code, _| counts_to(code, false, |_| {}));
        assert!(found.closed_loop.is_some() && found.open_loop.is_none());
        assert!(found.creation.is_none() && found.counted_creation.is_none());
        let found = of(|code, _| counts_to(code, true, |_| {}));
        assert!(found.open_loop.is_some() && found.closed_loop.is_none() && found.creation.is_none());
    }

    #[test]
    fn a_loop_that_tests_what_is_shared_is_open() {
        let found = of(|code, _| {
            let int = code.builder().int();
            let flag = code.builder().global("flag", int);
            code.repeat(read(flag), |_| {});
        });
        assert!(found.open_loop.is_some());
    }

    #[test]
    fn creations_in_an_open_loop_have_no_end_and_those_in_a_closed_one_do() {
        let creates = |is_input| {
            of(|code, t| {
                let id_type = code.builder().thread_id();
                let id = code.memory("id", id_type);
                counts_to(code, is_input, |code| code.spawn(&id, t));
            })
        };
        assert!(creates(true).creation.is_some());
        assert!(creates(false).counted_creation.is_some() && creates(false).creation.is_none());
    }

    #[test]
    fn a_thread_that_creates_its_like_has_no_end() {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let (pointer, id_type) = (builder.void_pointer(), builder.thread_id());
        let t = builder.declare("t", pointer, &[]);
        let create = |code: &mut Code<'_>| {
            let id = code.memory("id", id_type);
            code.spawn(&id, t);
        };
        builder.define(t, create);
        builder.main(create);
        let found = OpenLoops::of(&builder.finish());
        assert!(found.creation.is_some() && found.open_loop.is_none());
    }

    #[test]
    fn what_main_does_not_lead_to_does_not_count() {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let pointer = builder.void_pointer();
        builder.procedure("t", pointer, |code| {
            let forever = code.number(1);
            code.repeat(forever, |_| {});
        });
        builder.main(|_| {});
        assert_eq!(OpenLoops::of(&builder.finish()), OpenLoops::default());
    }
}
