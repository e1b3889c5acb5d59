//! Paths: the symbolic execution of one thread from a control to the next context switch.
//!
//! A path is a reducible block or a part of one. It ends at a cut-point ([`Simulation::is_cut`]), where it would repeat a location, and in
//! front of a transition at which a violation may end the execution: what the block did before must then be visible to other threads.

use raddle_logic::term::{Term, Terms};
use raddle_program::automaton::{Transition, TransitionData};
use raddle_program::source::Span;
use raddle_program::syntax::{Callee, Effect, Expr, ProcedureId, SynchronizationFamily};
use raddle_program::types::TypeKind;

use crate::sequentialize::control::{Control, Status, ThreadAt};
use crate::sequentialize::simulation::{Place, Simulation};
use crate::sequentialize::synchronize::live_again;
use crate::symbolic::call::{DEPTH, direct};
use crate::symbolic::encoded::Taken;
use crate::symbolic::layout::{PROCEDURES, TAG};
use crate::symbolic::step::{End, Ending, Evaluated, Symbolic};
use raddle_analysis::reduction::Reduction;

/// The most paths from one control; further paths end early.
const PATHS: usize = 48;

/// The most transitions of a path.
const LENGTH: usize = 400;

/// A path.
pub struct Path {
    /// Its transitions.
    pub taken: Vec<Taken>,
    /// The condition of the path.
    pub guard: Term,
    /// The values of slots after the path.
    pub state: Vec<Term>,
    /// The target of the path.
    pub after: After,
}

/// The target of a path.
pub enum After {
    /// The locations of all threads.
    Threads(Vec<ThreadAt>),
    /// An ending.
    End(Ending),
}

/// A path that is not yet complete.
#[derive(Clone)]
pub struct Partial {
    pub taken: Vec<Taken>,
    pub guard: Term,
    pub state: Vec<Term>,
    pub threads: Vec<ThreadAt>,
    pub passed: Vec<Place>,
}

/// The results of a transition.
pub struct Executed {
    /// The successor states.
    pub next: Vec<Next>,
    pub endings: Vec<Ending>,
    pub chosen: Vec<(Term, raddle_program::types::TypeId)>,
    pub ends_unseen: bool,
}

/// A successor state of a transition.
pub struct Next {
    pub guard: Term,
    pub state: Vec<Term>,
    pub threads: Vec<ThreadAt>,
    pub outcome: Option<Term>,
}

/// All paths of a thread from a control.
pub fn paths(terms: &mut Terms, simulation: &mut Simulation<'_>, control: &Control, thread: u32) -> Vec<Path> {
    let state: Vec<Term> = (simulation.variables.iter().enumerate())
        .map(|(slot, &variable)| control.values.get(&slot).copied().unwrap_or(variable))
        .collect();
    let (guard, threads) = (terms.truth(), control.threads.clone());
    let mut pending = vec![Partial { taken: Vec::new(), guard, state, threads, passed: Vec::new() }];
    let mut found = Vec::new();
    while let Some(partial) = pending.pop() {
        let Status::At(place) = partial.threads[thread as usize].status else {
            found.push(partial.ends());
            continue;
        };
        let is_first = partial.taken.is_empty();
        if !is_first {
            let comes_round = partial.passed.contains(&place);
            if comes_round && simulation.cuts_cycles() && place.depth == 0 {
                simulation.cut.insert(place);
            }
            let is_full = found.len() + pending.len() > PATHS || partial.taken.len() > LENGTH;
            if comes_round || is_full || simulation.is_cut(place) {
                found.push(partial.ends());
                continue;
            }
        }
        let automaton = &simulation.automata[simulation.procedure(place.context)];
        let outgoing = automaton.outgoing(place.location).to_vec();
        let mut executed = Vec::new();
        let mut is_cut_here = false;
        for transition in outgoing {
            let result = execute(terms, simulation, &partial, thread, place, transition);
            is_cut_here |= result.ends_unseen && !is_first && place.depth == 0;
            executed.push((transition, result));
        }
        if is_cut_here && simulation.reduces() {
            simulation.cut.insert(place);
            found.push(partial.ends());
            continue;
        }
        for (transition, result) in executed {
            partial.go_on(simulation, thread, place, transition, result, &mut pending, &mut found);
        }
    }
    found
}

impl Partial {
    fn ends(self) -> Path {
        Path { taken: self.taken, guard: self.guard, state: self.state, after: After::Threads(self.threads) }
    }

    #[allow(clippy::too_many_arguments)]
    fn go_on(
        &self,
        simulation: &Simulation<'_>,
        thread: u32,
        place: Place,
        transition: Transition,
        result: Executed,
        pending: &mut Vec<Partial>,
        found: &mut Vec<Path>,
    ) {
        let registers = &simulation.layout.contexts[place.context].registers;
        let held: Vec<_> = registers.values().map(|&slot| (slot, self.state[slot])).collect();
        let taken = |outcome: Option<Term>| {
            let mut taken = self.taken.clone();
            let (context, state, chosen) = (place.context, held.clone(), result.chosen.clone());
            taken.push(Taken { thread, context, transition, chosen, outcome, state });
            taken
        };
        for ending in result.endings {
            found.push(Path {
                taken: taken(None),
                guard: ending.condition,
                state: Vec::new(),
                after: After::End(ending),
            });
        }
        for next in result.next.into_iter().rev() {
            let mut passed = self.passed.clone();
            passed.push(place);
            pending.push(Partial {
                taken: taken(next.outcome),
                guard: next.guard,
                state: next.state,
                threads: next.threads,
                passed,
            });
        }
    }
}

impl Simulation<'_> {
    /// Whether the exploration must add cut-points on cycles: visibility alone does not guarantee one on each cycle.
    fn cuts_cycles(&self) -> bool {
        !self.has_cut_points()
    }

    fn reduces(&self) -> bool {
        self.reduction() > Reduction::None
    }
}

/// Executes one transition.
fn execute(
    terms: &mut Terms,
    simulation: &mut Simulation<'_>,
    partial: &Partial,
    thread: u32,
    place: Place,
    transition: Transition,
) -> Executed {
    let procedure = simulation.procedure(place.context);
    let data = simulation.automata[procedure].transitions[transition].clone();
    // Calls and synchronization objects may extend the layout, so they are handled before the transition is executed.
    let called = match &data.effect {
        Effect::Call { callee, .. } => {
            let callee = procedure_of(terms, simulation, partial, thread, place, callee);
            Some(simulation.enter_callee(place.context, transition, callee, &data, thread))
        }
        Effect::Synchronize { operation, operands, .. } => {
            simulation.find_objects(terms, partial, thread, place, *operation, operands);
            None
        }
        _ => None,
    };
    let spawned = match &data.effect {
        Effect::Spawn { start, .. } if partial.threads.len() < simulation.n_threads => {
            let start = procedure_of(terms, simulation, partial, thread, place, start);
            start.map(|start| simulation.start_of(terms, partial.threads.len() as u32, start))
        }
        _ => None,
    };
    simulation.name_slots(terms);
    let mut symbolic = simulation.symbolic(terms, partial, thread, place, data.span);
    let next = simulation.effect(&mut symbolic, partial, thread, place, &data, called, spawned).unwrap_or_default();
    let falsity = symbolic.terms.falsity();
    let Symbolic { endings, ends_unseen, chosen, .. } = symbolic;
    let next = next.into_iter().filter(|next| next.guard != falsity).collect();
    Executed { next, endings, chosen, ends_unseen }
}

/// The target of a call.
#[derive(Clone, Copy)]
pub enum Called {
    /// A context.
    Context(usize),
    /// Calls nest too deeply.
    TooDeep,
    /// The called procedure is not known.
    Unknown,
}

/// The procedure that is called or started, if it is known.
pub fn procedure_of(
    terms: &mut Terms,
    simulation: &Simulation<'_>,
    partial: &Partial,
    thread: u32,
    place: Place,
    callee: &Callee,
) -> Option<ProcedureId> {
    let pointer = match callee {
        Callee::Procedure(procedure) => return Some(*procedure),
        Callee::Pointer(pointer) => pointer,
    };
    if let Some(procedure) = direct(pointer) {
        return Some(procedure);
    }
    let value = simulation.constant(terms, partial, thread, place, pointer)?;
    let tag = terms.extract(value, 64, TAG);
    let tag = terms.constant_bits(tag)?.to_u64()?;
    let index = u128::from(tag).checked_sub(PROCEDURES)?;
    simulation.automata.ids().nth(index as usize)
}

impl Simulation<'_> {
    /// Prepares a thread of a state for an evaluation at a location.
    pub fn symbolic<'a>(
        &'a self,
        terms: &'a mut Terms,
        partial: &Partial,
        thread: u32,
        place: Place,
        span: Span,
    ) -> Symbolic<'a> {
        let mut state = partial.state.clone();
        state.extend(&self.variables[state.len()..]);
        Symbolic {
            terms,
            task: self.task,
            property: self.property,
            layout: &self.layout,
            context: place.context,
            thread,
            state,
            guard: partial.guard,
            endings: Vec::new(),
            chosen: Vec::new(),
            span,
            ends_unseen: false,
        }
    }

    /// The value of an expression, if it is a constant.
    pub fn constant(
        &self,
        terms: &mut Terms,
        partial: &Partial,
        thread: u32,
        place: Place,
        expr: &Expr,
    ) -> Option<Term> {
        let mut symbolic = self.symbolic(terms, partial, thread, place, Span::NOWHERE);
        let value = symbolic.value(expr).ok()?;
        terms.is_constant(value).then_some(value)
    }

    pub fn enter_callee(
        &mut self,
        context: usize,
        transition: Transition,
        callee: Option<ProcedureId>,
        data: &TransitionData,
        thread: u32,
    ) -> Called {
        let Some(procedure) = callee else { return Called::Unknown };
        let key = (context, transition);
        if let Some(&known) = self.callees.get(&key) {
            return if self.procedure(known) == procedure { Called::Context(known) } else { Called::Unknown };
        }
        if self.layout.depth(context, procedure) >= DEPTH {
            return Called::TooDeep;
        }
        let entered = self.enter(thread, procedure, Some((context, data.to)));
        self.callees.insert(key, entered);
        Called::Context(entered)
    }

    /// Creates the slots of the objects of an operation whose addresses are constants.
    pub fn find_objects(
        &mut self,
        terms: &mut Terms,
        partial: &Partial,
        thread: u32,
        place: Place,
        operation: raddle_program::syntax::Synchronization,
        operands: &[Expr],
    ) {
        let families: &[SynchronizationFamily] = match operation.family() {
            SynchronizationFamily::Condition => &[SynchronizationFamily::Condition, SynchronizationFamily::Mutex],
            SynchronizationFamily::Mutex => &[SynchronizationFamily::Mutex],
            SynchronizationFamily::ReadWrite => &[SynchronizationFamily::ReadWrite],
            SynchronizationFamily::Spin => &[SynchronizationFamily::Spin],
            SynchronizationFamily::Once => &[SynchronizationFamily::Once],
            SynchronizationFamily::Semaphore => &[SynchronizationFamily::Semaphore],
            SynchronizationFamily::Barrier
            | SynchronizationFamily::Key
            | SynchronizationFamily::Thread
            | SynchronizationFamily::Own
            | SynchronizationFamily::Any => &[],
        };
        for (&family, operand) in families.iter().zip(operands) {
            if family == SynchronizationFamily::Condition {
                continue;
            }
            let Some(address) = self.constant(terms, partial, thread, place, operand) else { continue };
            let (tag, offset) = (terms.extract(address, 64, TAG), terms.extract(address, 0, 64));
            let number = |term: Term| terms.constant_bits(term).and_then(|bits| bits.to_u64());
            let (Some(tag), Some(offset)) = (number(tag), number(offset)) else { continue };
            let Some(object) = (tag as usize).checked_sub(1) else { continue };
            let is_inside = self.layout.objects.get(object).is_some_and(|object| offset < object.size);
            if is_inside {
                self.sync(terms, object, offset, family);
            }
        }
    }

    /// The successor states of an effect.
    #[allow(clippy::too_many_arguments)]
    pub fn effect(
        &self,
        symbolic: &mut Symbolic<'_>,
        partial: &Partial,
        thread: u32,
        place: Place,
        data: &TransitionData,
        called: Option<Called>,
        spawned: Option<usize>,
    ) -> Evaluated<Vec<Next>> {
        let mut threads = partial.threads.clone();
        let mut to = Place { location: data.to, ..place };
        let mut outcome = None;
        match &data.effect {
            Effect::Call { arguments, .. } => match called {
                Some(Called::Context(callee)) => {
                    symbolic.call(callee, arguments)?;
                    let procedure = self.procedure(callee);
                    to = Place { context: callee, location: self.automata[procedure].entry, depth: place.depth };
                }
                Some(Called::TooDeep) => {
                    let truth = symbolic.terms.truth();
                    symbolic.end_if(truth, End::Depth(DEPTH))?;
                }
                Some(Called::Unknown) | None => {
                    return symbolic.unsupported("a call through a pointer, for sequential checkers");
                }
            },
            Effect::Return(value) => match self.leave(symbolic, place.context, value.as_ref())? {
                Some(back) => to = Place { depth: place.depth, ..back },
                None if thread == 0 => return Ok(Vec::new()),
                None => {
                    self.end_thread(symbolic, thread);
                    threads[thread as usize].ends();
                    return Ok(vec![Next::of(symbolic, threads, None)]);
                }
            },
            Effect::Exit(value) => {
                let returned = match value {
                    Some(value) => {
                        let term = symbolic.value(value)?;
                        Some((term, value.ty))
                    }
                    None => None,
                };
                self.keep_returned(symbolic, thread, returned)?;
                self.end_thread(symbolic, thread);
                threads[thread as usize].ends();
                return Ok(vec![Next::of(symbolic, threads, None)]);
            }
            Effect::Stop => return Ok(Vec::new()),
            Effect::AtomicBegin => to.depth += 1,
            Effect::AtomicEnd if place.depth == 0 => {
                return symbolic.unsupported("the end of an atomic section that was not begun");
            }
            Effect::AtomicEnd => to.depth -= 1,
            Effect::Spawn { argument, id, is_detached, result, .. } => {
                let child = self.spawn(symbolic, &threads, spawned, argument, id, is_detached.as_ref(), *result)?;
                threads.push(child);
            }
            Effect::Join { thread: id, value, result } => {
                return self.join(symbolic, threads, thread, to, id, (*value, *result));
            }
            Effect::Synchronize { operation, operands, result } => {
                use raddle_program::syntax::Synchronization as S;
                if *operation == S::ThreadDetach {
                    return self.detach(symbolic, threads, thread, to, &operands[0], *result);
                }
                outcome = self.synchronize(symbolic, thread, place.depth > 0, *operation, operands, *result)?;
            }
            Effect::Live { local, is_zeroed } => {
                symbolic.take(data)?;
                live_again(self, symbolic, place.context, *local, *is_zeroed);
            }
            Effect::Skip
            | Effect::Fence(_)
            | Effect::Assign { .. }
            | Effect::Initialize { .. }
            | Effect::Input { .. }
            | Effect::Assume(_)
            | Effect::Assert { .. }
            | Effect::External { .. }
            | Effect::Dead(_)
            | Effect::Allocate { .. }
            | Effect::Free(..)
            | Effect::CopyBytes { .. }
            | Effect::FillBytes { .. }
            | Effect::Unsupported(_) => symbolic.take(data)?,
        }
        threads[thread as usize].status = Status::At(to);
        Ok(vec![Next::of(symbolic, threads, outcome)])
    }

    /// Returns to the caller. Without a caller the thread ends: the value is kept for a join, and the result is `None`.
    pub fn leave(&self, symbolic: &mut Symbolic<'_>, context: usize, value: Option<&Expr>) -> Evaluated<Option<Place>> {
        let value = match value {
            Some(value) => {
                let term = symbolic.value(value)?;
                let is_void = matches!(self.task.program.types.kind(value.ty), TypeKind::Void);
                (!is_void).then_some((term, value.ty))
            }
            None => None,
        };
        let Some((caller, back)) = self.layout.contexts[context].caller else {
            self.keep_returned(symbolic, symbolic.thread, value)?;
            return Ok(None);
        };
        symbolic.context = caller;
        if let Some(target) = self.result(context) {
            let ty = symbolic.local_type(target);
            let value = match value {
                Some((value, _)) => value,
                None => symbolic.any(ty, false)?,
            };
            symbolic.set_register(target, value)?;
        }
        Ok(Some(Place { context: caller, location: back, depth: 0 }))
    }

    /// The local of the caller that receives the result.
    fn result(&self, context: usize) -> Option<raddle_program::syntax::LocalId> {
        let (&(caller, transition), _) = self.callees.iter().find(|&(_, &callee)| callee == context)?;
        match &self.automata[self.procedure(caller)].transitions[transition].effect {
            Effect::Call { result, .. } => *result,
            _ => None,
        }
    }
}

impl Next {
    /// The successor state of a step.
    pub fn of(symbolic: &Symbolic<'_>, threads: Vec<ThreadAt>, outcome: Option<Term>) -> Next {
        Next { guard: symbolic.guard, state: symbolic.state.clone(), threads, outcome }
    }
}

impl ThreadAt {
    /// Ends the thread.
    fn ends(&mut self) {
        self.status = if self.is_detached { Status::Gone } else { Status::Ended };
    }
}
