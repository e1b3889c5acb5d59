//! The sequential program as C text for people and other tools, by the translation of Figures 3 to 5 of the paper.
//!
//! Each thread is a function that the driver calls once per round. It steps through its code in mode RESUME to the label in its `pc`,
//! continues in mode EXECUTE, and at any label it may switch to mode SUSPEND ([`rewrite`]). Locals are persistent; calls are inlined, so
//! that each thread has its own copies. A loop that creates threads gets as many threads as are granted; creating one more is
//! `__raddle_unsupported`.
//!
//! Labels are at the cut-points of blocks, or everywhere (`--reduction none`, the paper's form). Unsupported, because C text for it would
//! need more state: cancellation, keys, cleanup routines, barriers, calls through pointers. Each of these becomes a call of
//! `__raddle_unsupported`.

mod locals;
mod rewrite;
mod stubs;
mod text;
mod threads;
mod values;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use raddle_logic::term::Terms;
use raddle_program::automaton::{Automaton, Location, Transition};
use raddle_program::builder::{binary, empty_procedure, fresh_global, global_place, index, integer, read};
use raddle_program::entity::Entity;
use raddle_program::property::Property;
use raddle_program::source::Span;
use raddle_program::syntax::{
    BinaryOperator, Callee, Effect, Expr, GlobalId, LocalId, Place, ProcedureId, Program, Statement, Step,
    SynchronizationFamily,
};
use raddle_program::types::{ArrayLength, IntKind, Qualified, TypeId, TypeKind};

use crate::sequentialize::figure::text::{Persistent, Size};
use crate::sequentialize::simulation::Simulation;
use crate::symbolic::call::direct;
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::points_to::lies_on_cycle;
use raddle_analysis::reduction::Reduction;
use raddle_verify::task::Task;

/// The most threads of the text.
const MOST: usize = 64;

/// The most occurrences of a procedure in a chain of calls. Smaller limits are tried if the text becomes too long.
const NESTED: [usize; 3] = [12, 4, 2];

/// The most copies of procedures.
const CONTEXTS: usize = 2_000;

/// A thread of the text.
struct Instance {
    /// The context of its start procedure.
    context: usize,
    /// Its function in the text.
    function: ProcedureId,
}

/// The state of the translation.
struct Figure<'a> {
    simulation: Simulation<'a>,
    out: Program,
    instances: Vec<Instance>,
    /// The threads that a creation may start.
    started: BTreeMap<(usize, Transition), Vec<usize>>,
    /// The number of open atomic sections at each location.
    depths: HashMap<(usize, Location), u32>,
    /// The globals that replace locals.
    locals: HashMap<(usize, LocalId), GlobalId>,
    /// Copies of thread-local globals.
    thread_locals: HashMap<(usize, GlobalId), GlobalId>,
    int: TypeId,
    names: Control,
    /// Whether some join asks for the return value of a thread.
    keeps_returned: bool,
    /// Whether the program uses one-time controls.
    runs_once: bool,
    /// The most occurrences of a procedure in a chain of calls.
    nested: usize,
}

/// The variables of the control code.
struct Control {
    mode: GlobalId,
    resume: GlobalId,
    execute: GlobalId,
    pc: GlobalId,
    created: GlobalId,
    returned: GlobalId,
    last: GlobalId,
}

/// The sequentialization of a program with threads, as C. A loop that creates threads gets `copies` threads.
///
/// # Errors
/// The reason why the program cannot be written so.
pub fn lazy_c(program: &Arc<AnalyzedProgram>, reduction: Reduction, copies: usize) -> Result<String, String> {
    let mut figure = written(program, reduction, copies)?;
    let without = match reduction {
        Reduction::None => figure.size,
        Reduction::Visible | Reduction::ReadWrite | Reduction::Blocks => {
            written(program, Reduction::None, copies)?.size
        }
    };
    let words = stubs::prepare(&mut figure.program);
    let printed = raddle_program::c_print::print_c_with_logic(&figure.program);
    Ok(text::whole(&text::Parts {
        printed: &printed,
        words: &words,
        size: (figure.size, without),
        entries: MOST,
        persistent: &figure.persistent,
        keeps_returned: figure.keeps_returned,
    }))
}

/// A sequential program before it is printed.
struct Written {
    program: Program,
    size: Size,
    persistent: Vec<Persistent>,
    keeps_returned: bool,
}

fn written(program: &Arc<AnalyzedProgram>, reduction: Reduction, copies: usize) -> Result<Written, String> {
    let task = Task {
        program: program.clone(),
        properties: vec![Property::Assertions],
        error_functions: None,
        file: String::new(),
    };
    let mut terms = Terms::new();
    let mut nested = NESTED.into_iter();
    let (mut figure, n_globals) = loop {
        let simulation = Simulation::new(&mut terms, &task, Property::Assertions, reduction);
        let mut figure = Figure::new(simulation);
        let n_globals = figure.out.globals.len();
        let Some(granted) = nested.next() else {
            return Err("the program has too many places once its calls are inlined".to_owned());
        };
        figure.nested = granted;
        if figure.find_threads(&mut terms, copies)? {
            break (figure, n_globals);
        }
    };
    let labels = figure.write_threads();
    figure.write_driver(labels.iter().copied().max().unwrap_or(0));
    let functions = figure.instances.iter().map(|instance| &figure.out.procedures[instance.function]);
    let size = Size {
        threads: figure.instances.len(),
        labels: labels.iter().map(|labels| labels - 1).sum(),
        variables: figure.out.globals.len() - figure.out.globals.values().filter(|global| global.is_read_only).count(),
        transitions: functions.map(|function| Automaton::of(function).transitions.len()).sum(),
    };
    let persistent = figure.persistent(n_globals);
    Ok(Written { program: figure.out, size, persistent, keeps_returned: figure.keeps_returned })
}

impl<'a> Figure<'a> {
    fn new(simulation: Simulation<'a>) -> Self {
        let mut out = (*simulation.task.program).clone();
        text::make_room(&mut out);
        let has = |asks: fn(&Effect) -> bool| {
            let mut automata = simulation.automata.values();
            automata.any(|automaton| automaton.transitions.values().any(|transition| asks(&transition.effect)))
        };
        let keeps_returned = has(|effect| matches!(effect, Effect::Join { value: Some(_), .. }));
        let runs_once = has(
            |effect| matches!(effect, Effect::Synchronize { operation, .. } if operation.family() == SynchronizationFamily::Once),
        );
        let int = out.types.int(IntKind::Int);
        let void = out.types.void();
        let void_pointer = out.types.pointer_to(void);
        let constant = |out: &mut Program, name: &str, value: i128| {
            let global = fresh_global(out, name, int);
            let ty = int;
            let value = raddle_program::syntax::InitialValue::Integer(value);
            out.globals[global].is_read_only = true;
            out.globals[global].initial = vec![raddle_program::syntax::InitialPart { offset: 0, ty, value }];
            global
        };
        let array = |out: &mut Program, name: &str, element: TypeId| {
            let length = ArrayLength::Fixed(MOST as u64);
            let ty = out.types.intern(TypeKind::Array { element: Qualified::plain(element), length });
            fresh_global(out, name, ty)
        };
        // SUSPEND is only named in the macro.
        constant(&mut out, "SUSPEND", 3);
        let names = Control {
            resume: constant(&mut out, "RESUME", 1),
            execute: constant(&mut out, "EXECUTE", 2),
            last: constant(&mut out, "LAST_LABEL", 0),
            mode: fresh_global(&mut out, "s", int),
            pc: array(&mut out, "pc", int),
            created: array(&mut out, "created", int),
            returned: array(&mut out, "returned", void_pointer),
        };
        Figure {
            simulation,
            out,
            instances: Vec::new(),
            started: BTreeMap::new(),
            depths: HashMap::new(),
            locals: HashMap::new(),
            thread_locals: HashMap::new(),
            int,
            names,
            keeps_returned,
            runs_once,
            nested: NESTED[0],
        }
    }

    /// The locals that became globals (all globals from number `n_globals` on), with their functions.
    fn persistent(&self, n_globals: usize) -> Vec<Persistent> {
        let mut found: Vec<(GlobalId, Persistent)> = Vec::new();
        for (&(context, local), &global) in &self.locals {
            let thread = self.simulation.threads[context] as usize;
            let procedure = &self.simulation.task.program.procedures[self.simulation.procedure(context)];
            let persistent = Persistent {
                function: self.out.procedures[self.instances[thread].function].name.to_string(),
                global: self.out.globals[global].name.to_string(),
                local: procedure.locals[local].name.to_string(),
            };
            found.push((global, persistent));
        }
        found.sort_by_key(|(global, _)| std::cmp::Reverse(global.index()));
        debug_assert!(found.iter().all(|(global, _)| global.index() >= n_globals));
        found.into_iter().map(|(_, persistent)| persistent).collect()
    }

    /// Finds all threads, each with its own copies of the callees. False if there are too many.
    fn find_threads(&mut self, terms: &mut Terms, copies: usize) -> Result<bool, String> {
        let main = self.simulation.task.program.main;
        let mut pending = vec![(main, None)];
        let mut next = 0;
        while next < pending.len() {
            let (procedure, creation) = pending[next];
            let number = next;
            next += 1;
            let context = self.simulation.start_of(terms, number as u32, procedure);
            let name = self.simulation.task.program.procedures[procedure].name.clone();
            let mut function = empty_procedure(&format!("{name}_thread_{number}"), self.out.types.void());
            function.span = Span::NOWHERE;
            let function = self.out.procedures.push(function);
            self.instances.push(Instance { context, function });
            if let Some(creation) = creation {
                self.started.entry(creation).or_default().push(number);
            }
            let mut creations = Vec::new();
            self.walk(context, 0, false, &mut creations)?;
            if self.simulation.layout.contexts.len() > CONTEXTS {
                return Ok(false);
            }
            self.simulation.name_slots(terms);
            for (creation, start, is_repeated) in creations {
                let wanted = if is_repeated { copies } else { 1 };
                for _ in 0..wanted.min(MOST - pending.len().min(MOST)) {
                    pending.push((start, Some(creation)));
                }
            }
        }
        Ok(true)
    }

    /// Explores the code of a context. Returns the number of atomic sections that are open when it returns.
    fn walk(
        &mut self,
        context: usize,
        depth: u32,
        is_repeated: bool,
        creations: &mut Vec<((usize, Transition), ProcedureId, bool)>,
    ) -> Result<Option<u32>, String> {
        if self.simulation.layout.contexts.len() > CONTEXTS {
            return Ok(None);
        }
        let procedure = self.simulation.procedure(context);
        let automaton = self.simulation.automata[procedure].clone();
        let mut returned = None;
        let mut pending = vec![(automaton.entry, depth)];
        while let Some((location, depth)) = pending.pop() {
            match self.depths.insert((context, location), depth) {
                None => {}
                Some(known) if known == depth => continue,
                Some(_) => return Err("an atomic section that is begun on some ways only".to_owned()),
            }
            for &transition in automaton.outgoing(location) {
                let data = &automaton.transitions[transition];
                let again = is_repeated || lies_on_cycle(&automaton, transition);
                let after = match &data.effect {
                    Effect::AtomicBegin => Some(depth + 1),
                    Effect::AtomicEnd => Some(depth.saturating_sub(1)),
                    Effect::Return(_) => {
                        returned = Some(depth);
                        None
                    }
                    Effect::Exit(_) | Effect::Stop | Effect::Unsupported(_) => None,
                    Effect::Spawn { start, .. } => {
                        if let Some(start) = callee(start) {
                            creations.push(((context, transition), start, again));
                        }
                        Some(depth)
                    }
                    Effect::Call { callee: called, .. } => match callee(called) {
                        Some(called) if self.simulation.layout.depth(context, called) < self.nested => {
                            let thread = self.simulation.threads[context];
                            let inner = self.simulation.enter(thread, called, Some((context, data.to)));
                            self.simulation.callees.insert((context, transition), inner);
                            self.walk(inner, depth, again, creations)?
                        }
                        Some(_) | None => Some(depth),
                    },
                    _ => Some(depth),
                };
                pending.extend(after.map(|after| (data.to, after)));
            }
        }
        Ok(returned)
    }

    /// Writes the functions of all threads. Returns the number of labels of each, with the label of its end.
    fn write_threads(&mut self) -> Vec<usize> {
        (0..self.instances.len()).map(|thread| self.write_thread(thread)).collect()
    }

    /// The main driver (Figure 4): in each round, each thread continues from where it was suspended.
    fn write_driver(&mut self, labels: usize) {
        if let raddle_program::syntax::InitialValue::Integer(last) =
            &mut self.out.globals[self.names.last].initial[0].value
        {
            *last = labels as i128;
        }
        let mut round = Vec::new();
        for thread in 0..self.instances.len() {
            let (created, pc) = (self.element(self.names.created, thread), self.element(self.names.pc, thread));
            let last = self.global(self.names.last);
            let is_there = binary(&mut self.out.types, BinaryOperator::NotEqual, created, integer(0, self.int));
            let runs = binary(&mut self.out.types, BinaryOperator::Less, pc, last);
            let calls = vec![
                self.set_mode(self.names.resume),
                statement(Effect::Call {
                    callee: Callee::Procedure(self.instances[thread].function),
                    arguments: Vec::new(),
                    result: None,
                }),
            ];
            let condition = self.both(is_there, runs);
            round.push(Statement::If { condition, then: calls, otherwise: Vec::new(), span: Span::NOWHERE });
        }
        let one = integer(1, self.int);
        let first = self.place(self.names.created, 0);
        let body = vec![
            statement(Effect::Assign { target: first, value: one.clone() }),
            Statement::Loop {
                tests_after: false,
                test: Vec::new(),
                condition: one,
                body: round,
                step: Vec::new(),
                span: Span::NOWHERE,
            },
        ];
        let mut main = empty_procedure("main", self.int);
        main.body = body;
        // The original procedures are now inlined in the functions of the threads.
        let kept: Vec<ProcedureId> = self.instances.iter().map(|instance| instance.function).collect();
        for procedure in self.out.procedures.ids().collect::<Vec<_>>() {
            if !kept.contains(&procedure) {
                let name = self.out.procedures[procedure].name.clone();
                let result = self.out.procedures[procedure].result;
                let is_main = procedure == self.out.main;
                let mut empty = empty_procedure(&name, result);
                empty.is_defined = false;
                self.out.procedures[procedure] = if is_main { main.clone() } else { empty };
            }
        }
    }

    fn global(&self, global: GlobalId) -> Expr {
        read(global_place(&self.out.globals, global))
    }

    /// An entry of one of the control code's arrays.
    fn place(&self, array: GlobalId, thread: usize) -> Place {
        index(&self.out.types, global_place(&self.out.globals, array), integer(thread as i128, self.int))
    }

    fn element(&self, array: GlobalId, thread: usize) -> Expr {
        read(self.place(array, thread))
    }

    fn set_mode(&self, mode: GlobalId) -> Statement {
        let target = global_place(&self.out.globals, self.names.mode);
        statement(Effect::Assign { target, value: self.global(mode) })
    }

    /// `left && right`
    fn both(&self, left: Expr, right: Expr) -> Expr {
        raddle_program::builder::conditional(left, right, integer(0, self.int))
    }

    /// `left || right`
    fn either(&self, left: Expr, right: Expr) -> Expr {
        raddle_program::builder::conditional(left, integer(1, self.int), right)
    }
}

/// The procedure that is called or started, if it is named directly.
fn callee(callee: &Callee) -> Option<ProcedureId> {
    match callee {
        Callee::Procedure(procedure) => Some(*procedure),
        Callee::Pointer(pointer) => direct(pointer),
    }
}

fn statement(effect: Effect) -> Statement {
    Statement::Step(Step { effect, span: Span::NOWHERE })
}
