//! The code of a thread, with calls inlined.

use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::builder::integer;
use raddle_program::entity::Entity;
use raddle_program::source::Span;
use raddle_program::syntax::{Callee, Effect, Expr, ExprKind, LocalId, Place, PlaceKind, ProcedureId, Synchronization};
use raddle_program::types::TypeKind;

use super::{Flattening, NODE_LIMIT, Root};
use crate::composition::{Action, Code, ControlNode, Edge, VariableKind};
use raddle_verify::verdict::Reason;

/// What happens when a procedure returns.
#[derive(Clone, Copy)]
pub(super) enum Returns {
    /// The thread continues at a node, with the result in a variable.
    To(usize, Option<LocalId>),
    /// The thread ends: the variable that records the end.
    Ends(LocalId),
}

/// A thread creation of main.
pub(super) struct Spawn {
    /// Its edge: a node, whose first edge it is.
    pub node: usize,
    /// The start procedure.
    pub start: ProcedureId,
    /// The argument.
    pub argument: Expr,
    /// The variable that receives the id.
    pub id: Option<LocalId>,
    /// The source location.
    pub span: Span,
}

/// A join that is not resolved yet.
pub(super) struct Join {
    /// The node of the edge that waits.
    pub node: usize,
    /// The variable from which the id is read.
    pub id: LocalId,
    /// The source location.
    pub span: Span,
}

/// The code of one thread, as it is built.
#[derive(Default)]
pub(super) struct Body {
    /// Its nodes.
    pub code: Code,
    /// Its thread creations.
    pub spawns: Vec<Spawn>,
    /// Its joins.
    pub joins: Vec<Join>,
    /// The procedures that are being inlined.
    stack: Vec<ProcedureId>,
}

/// An inlined copy of a procedure.
struct Instance {
    number: usize,
    procedure: ProcedureId,
    /// The node of its first location.
    base: usize,
    /// Whether it may be called more than once.
    repeats: bool,
    returns: Returns,
}

/// Whether a transition may be taken more than once in a call.
fn lies_on_cycle(automaton: &Automaton, transition: Transition) -> bool {
    let (from, to) = (automaton.transitions[transition].from, automaton.transitions[transition].to);
    let mut seen = vec![false; automaton.locations.len()];
    let mut open: Vec<Location> = vec![to];
    while let Some(location) = open.pop() {
        if location == from {
            return true;
        }
        if !std::mem::replace(&mut seen[location.index()], true) {
            open.extend(automaton.outgoing(location).iter().map(|&next| automaton.transitions[next].to));
        }
    }
    false
}

impl Flattening<'_> {
    /// Appends a copy of a procedure. Returns its entry.
    pub(super) fn inline(
        &mut self,
        body: &mut Body,
        thread: &str,
        procedure: ProcedureId,
        returns: Returns,
        repeats: bool,
    ) -> Result<(usize, usize), Reason> {
        let span = self.program.procedures[procedure].span;
        if body.stack.contains(&procedure) {
            return self.unsupported("recursion", span);
        }
        if !self.program.procedures[procedure].is_defined {
            return self.unsupported("a call of a procedure without a body", span);
        }
        let automaton = self.automata[procedure].clone();
        self.n_nodes += automaton.locations.len();
        if self.n_nodes > NODE_LIMIT {
            let why = format!("the program has more than {NODE_LIMIT} places when calls are inlined");
            return Err(Reason::GaveUp { why, advice: "use another engine with --engine".to_owned() });
        }
        body.stack.push(procedure);
        let number = self.instances.len();
        self.instances.push((procedure, thread.to_owned()));
        let base = body.code.nodes.len();
        body.code.nodes.extend(automaton.locations.values().map(|_| ControlNode::default()));
        let instance = Instance { number, procedure, base, repeats, returns };
        for (location, data) in automaton.locations.iter() {
            for &transition in &data.outgoing {
                self.transition(body, &instance, &automaton, location, transition, thread)?;
            }
        }
        body.stack.pop();
        Ok((base + automaton.entry.index(), number))
    }

    /// The local of an instance as a variable.
    fn local(&mut self, instance: &Instance, local: LocalId, span: Span) -> Result<LocalId, Reason> {
        self.local_of(instance.number, instance.procedure, local, span)
    }

    pub(super) fn local_of(
        &mut self,
        instance: usize,
        procedure: ProcedureId,
        local: LocalId,
        span: Span,
    ) -> Result<LocalId, Reason> {
        let ty = self.program.procedures[procedure].locals[local].ty;
        self.cell(&Place { kind: PlaceKind::Local(local), ty, atomic: None }, instance, span)
    }

    /// The registers that are read before they are written in a call, parameters aside.
    pub(super) fn indeterminate(&self, procedure: ProcedureId) -> Vec<LocalId> {
        let data = &self.program.procedures[procedure];
        let entry = self.automata[procedure].entry;
        let live = &self.live[procedure];
        let registers = data.locals.iter().filter(|(_, local)| local.is_register).map(|(id, _)| id);
        registers.filter(|local| !data.parameters.contains(local) && live.is_live(entry, *local)).collect()
    }

    fn transition(
        &mut self,
        body: &mut Body,
        instance: &Instance,
        automaton: &Automaton,
        location: Location,
        transition: Transition,
        thread: &str,
    ) -> Result<(), Reason> {
        let data = &automaton.transitions[transition];
        let (node, to, span) = (instance.base + location.index(), instance.base + data.to.index(), data.span);
        let repeats = instance.repeats || lies_on_cycle(automaton, transition);
        let is_live = |flattening: &Self, local: LocalId| flattening.live[instance.procedure].is_live(data.to, local);
        let add = |body: &mut Body, to: usize, action: Action| {
            body.code.nodes[node].edges.push(Edge { to, action, steps: 1, span });
        };
        if let Some(guard) = &data.guard {
            let condition = self.expr(&guard.condition, instance.number, span)?;
            add(body, to, Action::Test { condition, holds: guard.holds });
            return Ok(());
        }
        let action = match &data.effect {
            Effect::Skip | Effect::Dead(_) | Effect::Fence(_) => Action::Nothing,
            Effect::Assign { target, value } | Effect::Initialize { target, value } => {
                let target = self.cell(target, instance.number, span)?;
                Action::Set(vec![(target, self.expr(value, instance.number, span)?)])
            }
            Effect::Input { target, .. } => self.input(instance, *target, repeats, span)?,
            Effect::Assume(condition) => Action::Assume(self.expr(condition, instance.number, span)?),
            Effect::Assert { condition, function, .. } => {
                let condition = self.expr(condition, instance.number, span)?;
                if self.task.counts(function) { Action::Assert(condition) } else { Action::Assume(condition) }
            }
            Effect::Call { callee: Callee::Procedure(callee), arguments, result } => {
                let result = result.map(|result| self.local(instance, result, span)).transpose()?;
                let (entry, number) = self.inline(body, thread, *callee, Returns::To(to, result), repeats)?;
                let first = self.forget(body, number, *callee, entry, span)?;
                let mut pairs = Vec::new();
                let parameters = self.program.procedures[*callee].parameters.clone();
                if parameters.len() > arguments.len() {
                    return self.unsupported("a call without all arguments", span);
                }
                for (&parameter, argument) in parameters.iter().zip(arguments) {
                    let target = self.local_of(number, *callee, parameter, span)?;
                    let value = self.expr(argument, instance.number, span)?;
                    let ty = self.composition.variables[target].ty;
                    pairs.push((target, self.composition.algebra().cast(value, ty)));
                }
                add(body, first, Action::Set(pairs));
                return Ok(());
            }
            Effect::Call { callee: Callee::Pointer(_), .. } => {
                return self.unsupported("a call through a pointer", span);
            }
            Effect::External { name, arguments, result } => {
                for (argument, reads_only) in arguments {
                    if self.expr(argument, instance.number, span).is_err() && !reads_only {
                        return self.unsupported(&format!("what is given to {name}, which has no body"), span);
                    }
                }
                match result {
                    Some(result) => self.input(instance, *result, repeats, span)?,
                    None => Action::Nothing,
                }
            }
            Effect::Return(value) => {
                let (to, action) = match instance.returns {
                    Returns::Ends(ended) => (self.dead_end(body), Action::End(ended)),
                    Returns::To(to, None) => (to, Action::Nothing),
                    Returns::To(to, Some(target)) => {
                        let action = match value {
                            Some(value) => {
                                let value = self.expr(value, instance.number, span)?;
                                let ty = self.composition.variables[target].ty;
                                Action::Set(vec![(target, self.composition.algebra().cast(value, ty))])
                            }
                            None => Action::Forget(target),
                        };
                        (to, action)
                    }
                };
                add(body, to, action);
                return Ok(());
            }
            Effect::Live { local, is_zeroed } => {
                self.live_action(instance, *local, *is_zeroed, repeats, is_live(self, *local), span)?
            }
            Effect::Stop => {
                let end = self.dead_end(body);
                add(body, end, Action::Nothing);
                return Ok(());
            }
            Effect::Exit(_) => {
                let Returns::Ends(ended) = instance.returns else {
                    return self.unsupported("a thread that ends in a call", span);
                };
                let end = self.dead_end(body);
                add(body, end, Action::End(ended));
                return Ok(());
            }
            Effect::Spawn { start, argument, id, is_detached, result } => {
                let Callee::Procedure(start) = start else {
                    return self.unsupported("a thread that starts through a pointer", span);
                };
                if is_detached.is_some() {
                    return self.unsupported("a thread with attributes", span);
                }
                let id = match &id.kind {
                    ExprKind::Integer(0) => None,
                    ExprKind::AddressOf(place) => Some(self.cell(place, instance.number, span)?),
                    _ => return self.unsupported("an id that goes through a pointer", span),
                };
                let argument = self.expr(argument, instance.number, span)?;
                body.spawns.push(Spawn { node, start: *start, argument, id, span });
                let to = self.result(body, instance, *result, to, span)?;
                add(body, to, Action::Nothing);
                return Ok(());
            }
            Effect::Join { thread: id, value, result } => {
                if value.is_some_and(|value| is_live(self, value)) {
                    return self.unsupported("what a thread returned", span);
                }
                let id = self.expr(id, instance.number, span)?;
                let mut mentioned = Vec::new();
                crate::formula::variables(&id, &mut mentioned);
                let ([id], ExprKind::Read(_), false) = (&mentioned[..], &id.kind, repeats) else {
                    return self.unsupported("a join of a thread that is not known", span);
                };
                body.joins.push(Join { node, id: *id, span });
                let to = self.result(body, instance, *result, to, span)?;
                add(body, to, Action::Nothing);
                return Ok(());
            }
            Effect::Synchronize { operation, operands, result } => {
                let action = match (operation, &operands[..]) {
                    (Synchronization::MutexLock, [mutex]) => Action::Lock(self.mutex(mutex, instance.number, span)?),
                    (Synchronization::MutexUnlock, [mutex]) => {
                        Action::Unlock(self.mutex(mutex, instance.number, span)?)
                    }
                    (
                        Synchronization::MutexInit | Synchronization::Overwrite,
                        [mutex, Expr { kind: ExprKind::Integer(0), .. }],
                    ) => {
                        let mutex = self.mutex(mutex, instance.number, span)?;
                        Action::Set(vec![(mutex, integer(0, self.composition.int))])
                    }
                    _ => return self.unsupported("this kind of synchronization", span),
                };
                let to = self.result(body, instance, *result, to, span)?;
                add(body, to, action);
                return Ok(());
            }
            Effect::AtomicBegin => Action::SectionBegins,
            Effect::AtomicEnd => Action::SectionEnds,
            Effect::Allocate { .. } | Effect::Free(..) => return self.unsupported("allocated memory", span),
            Effect::CopyBytes { .. } | Effect::FillBytes { .. } => {
                return self.unsupported("a range of memory", span);
            }
            Effect::Unsupported(what) => {
                let what = what.to_string();
                return self.unsupported(&what, span);
            }
        };
        add(body, to, action);
        Ok(())
    }

    /// A node without outgoing edges.
    fn dead_end(&mut self, body: &mut Body) -> usize {
        body.code.nodes.push(ControlNode::default());
        body.code.nodes.len() - 1
    }

    /// A node that assigns 0, the result of an operation, in front of another node.
    fn result(
        &mut self,
        body: &mut Body,
        instance: &Instance,
        result: Option<LocalId>,
        to: usize,
        span: Span,
    ) -> Result<usize, Reason> {
        let Some(result) = result else { return Ok(to) };
        let target = self.local(instance, result, span)?;
        let zero = integer(0, self.composition.variables[target].ty);
        let edges = vec![Edge { to, action: Action::Set(vec![(target, zero)]), steps: 0, span }];
        body.code.nodes.push(ControlNode { edges, is_cut: false });
        Ok(body.code.nodes.len() - 1)
    }

    /// Nodes in front of an entry that give any value to locals that may be read before they are written.
    fn forget(
        &mut self,
        body: &mut Body,
        instance: usize,
        procedure: ProcedureId,
        entry: usize,
        span: Span,
    ) -> Result<usize, Reason> {
        let mut first = entry;
        for local in self.indeterminate(procedure) {
            let target = self.local_of(instance, procedure, local, span)?;
            let edges = vec![Edge { to: first, action: Action::Forget(target), steps: 0, span }];
            body.code.nodes.push(ControlNode { edges, is_cut: false });
            first = body.code.nodes.len() - 1;
        }
        Ok(first)
    }

    fn input(&mut self, instance: &Instance, target: LocalId, repeats: bool, span: Span) -> Result<Action, Reason> {
        let declared = self.program.procedures[instance.procedure].locals[target].ty;
        if matches!(self.program.types.kind(declared), TypeKind::Pointer(_)) {
            return self.unsupported("a pointer as an input", span);
        }
        let target = self.local(instance, target, span)?;
        let ty = self.composition.variables[target].ty;
        let foreseen = (!repeats).then(|| {
            let name = format!("input_{}", self.composition.variables[target].name);
            self.variable(&name, ty, None, VariableKind::Input)
        });
        Ok(Action::Input { target, foreseen })
    }

    fn live_action(
        &mut self,
        instance: &Instance,
        local: LocalId,
        is_zeroed: bool,
        repeats: bool,
        is_live: bool,
        span: Span,
    ) -> Result<Action, Reason> {
        let data = &self.program.procedures[instance.procedure].locals[local];
        let is_register = data.is_register;
        if self.scalar(data.ty, span).is_err() {
            // Its lifetime begins once, so its parts may have their initial values from the start.
            if repeats {
                return self.unsupported("a record or an array as a local, in a loop", span);
            }
            if !is_zeroed {
                self.indeterminate.insert(Root::Local(instance.number, local));
            }
            return Ok(Action::Nothing);
        }
        let target = self.local(instance, local, span)?;
        let ty = self.composition.variables[target].ty;
        Ok(match is_zeroed {
            true => Action::Set(vec![(target, integer(0, ty))]),
            false if is_register && !is_live => Action::Nothing,
            false => Action::Forget(target),
        })
    }
}
