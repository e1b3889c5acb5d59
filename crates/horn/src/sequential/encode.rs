//! A program with one thread as linear Horn clauses: a predicate for each point (a context and a location), a clause for each transition,
//! and one for each ending of a transition.
//!
//! The parameters of a predicate are the visible slots that are live at the point.

use std::collections::HashMap;

use raddle_logic::horn::{Application, Clause, Predicate, System};
use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_program::automaton::{Automaton, Location, Transition, starts_threads};
use raddle_program::entity::{Entity, Table};
use raddle_program::live::LiveRegisters;
use raddle_program::property::Property;
use raddle_program::syntax::{Callee, Effect, Expr, LocalId, ProcedureId};

use crate::sequentialize::sequentialize;
use crate::symbolic::call::{DEPTH, direct};
use crate::symbolic::encoded::{Encoded, Standing, Taken, Use, where_of};
use crate::symbolic::layout::{Layout, Slot, zero_of};
use crate::symbolic::start::{globals, wild_pointers};
use crate::symbolic::step::{End, Symbolic};
use raddle_verify::context::Context;
use raddle_verify::task::Task;
use raddle_verify::verdict::Reason;

/// The most points of a program.
const POINTS: usize = 20_000;

/// A program point of the thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// The context: the chain of calls.
    pub context: usize,
    /// The location in its procedure.
    pub location: Location,
}

/// Encodes a program for one property.
///
/// # Errors
/// The reason why the program cannot be encoded: too many points, or a cancelled run.
pub fn encode(terms: &mut Terms, task: &Task, property: Property, cx: &Context) -> Result<Encoded, Reason> {
    let program = &*task.program;
    if starts_threads(program) {
        return sequentialize(terms, task, property, cx);
    }
    let (automata, live) = (program.automata(), program.live());
    let mut encoder = Encoder {
        task,
        property,
        automata,
        live,
        layout: Layout::new(program),
        system: System::new(),
        uses: Vec::new(),
        points: HashMap::new(),
        pending: Vec::new(),
        places: Vec::new(),
        callees: HashMap::new(),
    };
    encoder.start(terms);
    while let Some(point) = encoder.pending.pop() {
        if encoder.points.len() > POINTS {
            let why = "the program has too many places once its calls are inlined".to_owned();
            let advice = "use another engine with --engine".to_owned();
            return Err(Reason::GaveUp { why, advice });
        }
        if let Some(reason) = cx.cancelled() {
            return Err(reason);
        }
        cx.report("making clauses", || format!("{} places", encoder.points.len()));
        for &transition in automata[encoder.procedure(point.context)].outgoing(point.location) {
            encoder.transition(terms, point, transition);
        }
    }
    let n_points = encoder.points.len();
    let Encoder { system, uses, layout, places, .. } = encoder;
    Ok(Encoded { system, uses, layout, n_points, places, threads: Vec::new(), hunch: Vec::new(), able: Vec::new() })
}

struct Encoder<'a> {
    task: &'a Task,
    property: Property,
    automata: &'a Table<ProcedureId, Automaton>,
    live: &'a Table<ProcedureId, LiveRegisters>,
    layout: Layout,
    system: System,
    uses: Vec<Use>,
    points: HashMap<Point, (Predicate, Vec<Slot>)>,
    pending: Vec<Point>,
    /// The meaning of each predicate.
    places: Vec<Standing>,
    /// The context of each call.
    callees: HashMap<(usize, Transition), usize>,
}

impl Encoder<'_> {
    fn procedure(&self, context: usize) -> ProcedureId {
        self.layout.contexts[context].procedure
    }

    /// The predicate of a point, with the slots of its parameters.
    fn point(&mut self, terms: &mut Terms, point: Point) -> (Predicate, Vec<Slot>) {
        if let Some(known) = self.points.get(&point) {
            return known.clone();
        }
        let slots: Vec<Slot> = (0..self.layout.slots.len()).filter(|&slot| self.is_parameter(point, slot)).collect();
        let sorts: Vec<Sort> = slots.iter().map(|&slot| self.layout.slots[slot].sort).collect();
        let name = &self.task.program.procedures[self.procedure(point.context)].name;
        let name = format!("{name}.{}.{}", point.context, point.location.index());
        let predicate = self.system.declare(terms, &name, &sorts);
        let own = where_of(&self.task.program, self.automata, &self.layout, point.context, point.location);
        self.places.push(Standing { threads: vec![own], constants: Vec::new(), parameters: slots.clone() });
        self.points.insert(point, (predicate, slots.clone()));
        self.pending.push(point);
        (predicate, slots)
    }

    fn is_parameter(&self, point: Point, slot: Slot) -> bool {
        let data = &self.layout.slots[slot];
        if !self.layout.sees(point.context, data.context) {
            return false;
        }
        let (Some(owner), Some(local)) = (data.context, data.register) else { return true };
        // The location of the owner of the slot: the current one, or the one to which its callees return.
        let mut location = point.location;
        let mut at = point.context;
        while at != owner {
            match self.layout.contexts[at].caller {
                Some((caller, back)) => (at, location) = (caller, back),
                None => return false,
            }
        }
        self.live[self.procedure(owner)].is_live(location, local)
    }

    fn start(&mut self, terms: &mut Terms) {
        let main = self.task.program.main;
        let context = self.layout.enter(&self.task.program, main, None);
        let point = Point { context, location: self.automata[main].entry };
        let mut state: Vec<Term> =
            self.layout.slots.clone().iter().map(|slot| terms.fresh(&slot.name, slot.sort)).collect();
        globals(terms, &self.task.program, &mut self.layout, &mut state);
        wild_pointers(terms, &self.layout, context, &mut state);
        let (predicate, slots) = self.point(terms, point);
        let head = Application { predicate, arguments: slots.iter().map(|&slot| state[slot]).collect() };
        let clause = Clause { body: Vec::new(), constraint: terms.truth(), head: Some(head) };
        self.system.add(terms, clause);
        self.uses.push(Use::default());
    }

    fn transition(&mut self, terms: &mut Terms, from: Point, transition: Transition) {
        let data = self.automata[self.procedure(from.context)].transitions[transition].clone();
        let called = match &data.effect {
            Effect::Call { callee, .. } => self.enter(from, transition, callee, data.to),
            _ => Called::None,
        };
        let (predicate, slots) = self.point(terms, from);
        let mut state: Vec<Term> = self.layout.slots.iter().map(|slot| zero_of(terms, slot.sort)).collect();
        let mut variables = Vec::with_capacity(slots.len());
        for &slot in &slots {
            let variable = terms.fresh(&self.layout.slots[slot].name, self.layout.slots[slot].sort);
            state[slot] = variable;
            variables.push((slot, variable));
        }
        let body = Application { predicate, arguments: variables.iter().map(|&(_, variable)| variable).collect() };
        let guard = terms.truth();
        let mut symbolic = Symbolic {
            terms,
            task: self.task,
            property: self.property,
            layout: &self.layout,
            context: from.context,
            thread: 0,
            state,
            guard,
            endings: Vec::new(),
            chosen: Vec::new(),
            span: data.span,
            ends_unseen: false,
        };
        let next = match (&data.effect, called) {
            (Effect::Call { arguments, .. }, Called::Context(callee)) => {
                symbolic.call(callee, arguments).ok().map(|()| {
                    let procedure = self.layout.contexts[callee].procedure;
                    Point { context: callee, location: self.automata[procedure].entry }
                })
            }
            (Effect::Call { .. }, Called::TooDeep) => {
                let truth = symbolic.terms.truth();
                let _ = symbolic.end_if(truth, End::Depth(DEPTH));
                None
            }
            (Effect::Call { .. }, Called::None) => {
                let _ = symbolic.unsupported::<()>("a call through a pointer, for sequential checkers");
                None
            }
            (Effect::Return(value), _) => self.leave(&mut symbolic, from.context, value.as_ref()),
            (Effect::Stop, _) => None,
            _ => symbolic.take(&data).ok().map(|()| Point { context: from.context, location: data.to }),
        };
        let Symbolic { state, guard, endings, chosen, .. } = symbolic;
        let mut uses = Vec::new();
        for ending in endings {
            let clause = Clause { body: vec![body.clone()], constraint: ending.condition, head: None };
            uses.push((clause, Some(ending)));
        }
        if let Some(next) = next {
            let (predicate, slots) = self.point(terms, next);
            let head = Application { predicate, arguments: slots.iter().map(|&slot| state[slot]).collect() };
            uses.push((Clause { body: vec![body], constraint: guard, head: Some(head) }, None));
        }
        for (clause, ending) in uses {
            self.system.add(terms, clause);
            let (context, chosen, state) = (from.context, chosen.clone(), variables.clone());
            let taken = vec![Taken { thread: 0, context, transition, chosen, outcome: None, state }];
            self.uses.push(Use { taken, ending });
        }
    }

    /// The context of a call; it is created on demand.
    fn enter(&mut self, from: Point, transition: Transition, callee: &Callee, back: Location) -> Called {
        let procedure = match callee {
            Callee::Procedure(procedure) => *procedure,
            Callee::Pointer(pointer) => match direct(pointer) {
                Some(procedure) => procedure,
                None => return Called::None,
            },
        };
        if let Some(&context) = self.callees.get(&(from.context, transition)) {
            return Called::Context(context);
        }
        if self.layout.depth(from.context, procedure) >= DEPTH {
            return Called::TooDeep;
        }
        let context = self.layout.enter(&self.task.program, procedure, Some((from.context, back)));
        self.callees.insert((from.context, transition), context);
        Called::Context(context)
    }

    /// Returns to the caller; `None` if there is none, since the process then ends.
    fn leave(&self, symbolic: &mut Symbolic<'_>, context: usize, value: Option<&Expr>) -> Option<Point> {
        // The expression is evaluated even if the caller ignores the result: its evaluation may violate a property.
        let value = match value {
            Some(value) if !self.task.program.types.kind(value.ty).eq(&raddle_program::types::TypeKind::Void) => {
                Some(symbolic.value(value).ok()?)
            }
            Some(value) => {
                symbolic.value(value).ok()?;
                None
            }
            None => None,
        };
        let (caller, back) = self.layout.contexts[context].caller?;
        symbolic.context = caller;
        if let Some(target) = self.result(context) {
            let ty = symbolic.local_type(target);
            let value = match value {
                Some(value) => value,
                None => symbolic.any(ty, true).ok()?,
            };
            symbolic.set_register(target, value).ok()?;
        }
        Some(Point { context: caller, location: back })
    }

    /// The local of the caller that receives the result.
    fn result(&self, context: usize) -> Option<LocalId> {
        let (&(caller, transition), _) = self.callees.iter().find(|&(_, &callee)| callee == context)?;
        match &self.automata[self.procedure(caller)].transitions[transition].effect {
            Effect::Call { result, .. } => *result,
            _ => None,
        }
    }
}

enum Called {
    Context(usize),
    TooDeep,
    None,
}
