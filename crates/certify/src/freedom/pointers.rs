//! What registers and memory may hold, in all executions at once and in any order of the steps.
//!
//! All code that some class of threads may run is evaluated repeatedly with sets of values, until nothing new is found.
//! A store adds to the values of its bytes, and nothing is ever removed. Calls of a procedure by threads of one class
//! share its registers and locals. What the last evaluation finds (accesses, calls of the thread library) is the input
//! of the other checks.
//!
//! Rules. A number that is computed from constants is no address. A pointer from outside (an input, the result of a
//! function without a body) may be any object whose address has escaped: if one is used, nothing is shown. A pointer
//! does not lead out of its object: an access outside is a violation of `memory`, and ends the execution.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::entity::{Entity, Table};
use raddle_program::graph::reachable_from;
use raddle_program::live::LiveRegisters;
use raddle_program::source::Span;
use raddle_program::syntax::{
    Callee, Effect, Expr, InitialValue, LocalId, Place, ProcedureId, Program, Synchronization as S,
};
use raddle_program::types::TypeKind;

use super::address::{Address, At, Class, Code, Object, Value, Values};
use super::birth::Birth;
use super::terms::{Term, address as address_term};
use super::threads::Classes;

/// An access to memory that other threads may observe.
#[derive(Clone, Debug)]
pub struct Access {
    /// Which step makes it.
    pub at: At,
    /// Where to.
    pub addresses: Values,
    /// The address as a term, if it is one.
    pub term: Option<Term>,
    /// How many bytes; `None` if that is not known.
    pub size: Option<u64>,
    /// Whether it is a store, or the end of an object.
    pub is_write: bool,
    /// Whether it is atomic by its type.
    pub is_atomic: bool,
    /// Whether it is an atomic write that does not release, or an atomic read that does not acquire.
    pub hides_order: bool,
    /// The source location.
    pub span: Span,
}

/// A call of the thread library.
#[derive(Clone, Debug)]
pub struct Site {
    /// Which.
    pub operation: S,
    /// What its operands may be.
    pub operands: Vec<Values>,
}

/// Bytes of an object, and what may be in them.
#[derive(Clone, Debug)]
struct Cell {
    address: Address,
    size: Option<u64>,
    values: Values,
}

/// The greatest number of parts of one object that are distinguished.
const CELL_LIMIT: usize = 256;

/// The facts about a program.
pub struct Pointers<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its automata.
    pub automata: &'p Table<ProcedureId, Automaton>,
    /// The classes of threads.
    pub classes: &'p Classes,
    /// What is known of objects that are new.
    pub births: &'p BTreeMap<At, Birth>,
    /// All code that is run.
    pub codes: BTreeSet<Code>,
    /// Which procedures a call may lead to.
    pub calls: BTreeMap<At, BTreeSet<ProcedureId>>,
    /// Which classes a creation may start.
    pub creations: BTreeMap<At, BTreeSet<Class>>,
    /// Where creations store the id, and whether the thread may be detached from the start.
    pub created_ids: BTreeMap<At, (Values, bool)>,
    /// The ids that joins wait for.
    pub joins: BTreeMap<At, Values>,
    /// The calls of the thread library.
    pub sites: BTreeMap<At, Site>,
    /// The accesses.
    pub accesses: Vec<Access>,
    registers: BTreeMap<(Code, LocalId), Values>,
    results: BTreeMap<Code, Values>,
    thread_results: Vec<Values>,
    thread_arguments: Values,
    memory: BTreeMap<Object, Vec<Cell>>,
    live: BTreeMap<ProcedureId, LiveRegisters>,
    pub(super) is_changed: bool,
    pub(super) is_last: bool,
    pub(super) obstacle: Option<String>,
}

impl<'p> Pointers<'p> {
    /// Computes all facts.
    ///
    /// # Errors
    /// If an unsupported step may be reached, or a creation belongs to no class.
    pub fn of(
        program: &'p Program,
        automata: &'p Table<ProcedureId, Automaton>,
        classes: &'p Classes,
        births: &'p BTreeMap<At, Birth>,
    ) -> Result<Pointers<'p>, String> {
        let mut pointers = Pointers {
            program,
            automata,
            classes,
            births,
            codes: BTreeSet::from([classes.start(0)]),
            calls: BTreeMap::new(),
            creations: BTreeMap::new(),
            created_ids: BTreeMap::new(),
            joins: BTreeMap::new(),
            sites: BTreeMap::new(),
            accesses: Vec::new(),
            registers: BTreeMap::new(),
            results: BTreeMap::new(),
            thread_results: vec![Values::default(); classes.count()],
            thread_arguments: Values::default(),
            memory: BTreeMap::new(),
            live: BTreeMap::new(),
            is_changed: false,
            is_last: false,
            obstacle: None,
        };
        pointers.globals();
        loop {
            pointers.is_changed = false;
            pointers.turn();
            if !pointers.is_changed {
                break;
            }
        }
        pointers.is_last = true;
        pointers.turn();
        match pointers.obstacle.take() {
            Some(obstacle) => Err(obstacle),
            None => Ok(pointers),
        }
    }

    fn globals(&mut self) {
        let program = self.program;
        for (global, data) in program.globals.iter() {
            let objects: Vec<Object> = match data.is_thread_local {
                true => self.classes.all().map(|class| Object::ThreadLocal(class, global)).collect(),
                false => vec![Object::Global(global)],
            };
            for object in objects {
                if data.is_external {
                    self.fill(object, Value::Outside);
                }
                for part in &data.initial {
                    let value = match part.value {
                        InitialValue::Integer(_) => Value::Number,
                        InitialValue::Address(target, offset) => {
                            Value::Address(Address::first(Object::Global(target)).moved(offset.into()))
                        }
                        InitialValue::Procedure(procedure) => Value::Procedure(procedure),
                    };
                    let to = Values::one(Value::Address(Address::first(object).moved(part.offset.into())));
                    self.store(&to, program.types.size_of(part.ty), &Values::one(value));
                }
            }
        }
    }

    fn turn(&mut self) {
        let mut done: BTreeSet<Code> = BTreeSet::new();
        while let Some(code) = self.codes.iter().copied().find(|code| !done.contains(code)) {
            done.insert(code);
            self.begin(code);
            let automata = self.automata;
            for (transition, data) in automata[code.procedure].transitions.iter() {
                if let Some(guard) = &data.guard {
                    self.value((code, transition), &guard.condition, data.span);
                }
                self.effect((code, transition), &data.effect, data.span);
            }
        }
    }

    /// Registers that are read before they are written may be anything.
    fn begin(&mut self, code: Code) {
        let (program, automaton) = (self.program, &self.automata[code.procedure]);
        let procedure = &program.procedures[code.procedure];
        for (local, data) in procedure.locals.iter() {
            let live = self.live.entry(code.procedure);
            let live = live.or_insert_with(|| LiveRegisters::of(program, procedure, automaton));
            let is_open = data.is_register && !procedure.parameters.contains(&local);
            if is_open && live.is_live(automaton.entry, local) {
                self.set(code, local, &Values::one(Value::Indeterminate));
            }
        }
    }

    fn run(&mut self, code: Code) {
        self.is_changed |= self.codes.insert(code);
    }

    fn effect(&mut self, at: At, effect: &Effect, span: Span) {
        match effect {
            Effect::Skip
            | Effect::Stop
            | Effect::Fence(_)
            | Effect::AtomicBegin
            | Effect::AtomicEnd
            | Effect::Dead(_) => {}
            Effect::Assign { target, value } => self.assign(at, target, value, span, true),
            Effect::Initialize { target, value } => self.assign(at, target, value, span, false),
            Effect::Input { target, source: _ } => self.set(at.0, *target, &Values::one(Value::Outside)),
            Effect::Assume(condition) | Effect::Assert { condition, .. } => drop(self.value(at, condition, span)),
            Effect::Call { callee, arguments, result } => {
                let arguments: Vec<Values> = arguments.iter().map(|it| self.value(at, it, span)).collect();
                for procedure in self.callees(at, callee, span) {
                    self.call(at, procedure, &arguments, *result);
                }
            }
            Effect::External { name, arguments, result } => {
                for (argument, reads_only) in arguments {
                    let value = self.value(at, argument, span);
                    if !reads_only && matches!(self.program.types.kind(argument.ty), TypeKind::Pointer(_)) {
                        self.stop_outside(&value, span);
                    }
                    if !reads_only && value.iter().any(|value| self.is_given_away(value)) {
                        self.stop(span, &format!("{name} may change memory or call back"));
                    }
                }
                if let Some(result) = result {
                    self.set(at.0, *result, &Values::one(Value::Outside));
                }
            }
            Effect::Return(value) => {
                let value = value.as_ref().map(|value| self.value(at, value, span)).unwrap_or_default();
                self.is_changed |= self.results.entry(at.0).or_default().extend(&value);
                if self.classes.start(at.0.class) == at.0 {
                    self.is_changed |= self.thread_results[at.0.class].extend(&value);
                }
            }
            Effect::Live { local, is_zeroed } => self.live(at, *local, *is_zeroed),
            Effect::Allocate { target, size, is_zeroed, region: _ } => {
                self.value(at, size, span);
                let object = Object::Allocated(at.0, at.1);
                if !is_zeroed {
                    self.indeterminate(at, object);
                }
                self.set(at.0, *target, &Values::one(Value::Address(Address::first(object))));
            }
            Effect::Free(address, _) => {
                let address = self.value(at, address, span);
                self.access(at, address, None, true, span);
            }
            Effect::CopyBytes { target, origin, size, .. } => {
                let bytes = constant(size);
                self.value(at, size, span);
                let (target, origin) = (self.value(at, target, span), self.value(at, origin, span));
                self.copy(&origin, &target, bytes);
                self.access(at, origin, bytes, false, span);
                self.access(at, target, bytes, true, span);
            }
            Effect::FillBytes { target, byte, size } => {
                let bytes = constant(size);
                self.value(at, size, span);
                self.value(at, byte, span);
                let target = self.value(at, target, span);
                self.store(&target, bytes, &Values::one(Value::Number));
                self.access(at, target, bytes, true, span);
            }
            Effect::Spawn { start, argument, id, is_detached, result } => {
                let argument = self.value(at, argument, span);
                let id = self.value(at, id, span);
                if let Some(is_detached) = is_detached {
                    self.value(at, is_detached, span);
                }
                self.number(at.0, *result);
                for procedure in self.callees(at, start, span) {
                    self.create(at, procedure, &argument, &id, span);
                }
                self.is_changed |= self.thread_arguments.extend(&argument);
                let size = self.program.types.model().pointer_bytes();
                self.created_ids.insert(at, (id.clone(), is_detached.is_some()));
                self.access(at, id, Some(size), true, span);
            }
            Effect::Join { thread, value, result } => {
                let thread = self.value(at, thread, span);
                if let Some(value) = value {
                    for class in self.classes.all().filter(|&class| thread.contains(Value::Thread(class))) {
                        let returned = self.thread_results[class].clone();
                        self.set(at.0, *value, &returned);
                    }
                }
                self.joins.insert(at, thread);
                self.number(at.0, *result);
            }
            Effect::Exit(value) => {
                if let Some(value) = value {
                    let value = self.value(at, value, span);
                    self.is_changed |= self.thread_results[at.0.class].extend(&value);
                }
            }
            Effect::Synchronize { operation, operands, result } => {
                self.synchronize(at, *operation, operands, *result, span);
            }
            Effect::Unsupported(what) => self.stop(span, what),
        }
    }

    fn stop(&mut self, span: Span, why: &str) {
        let place = self.program.source.place(span);
        self.obstacle.get_or_insert_with(|| format!("at {place}: {why}"));
    }

    /// Nothing is shown of a program that uses a pointer from outside.
    fn stop_outside(&mut self, pointer: &Values, span: Span) {
        if pointer.contains(Value::Outside) {
            self.stop(span, "the pointer may come from outside and lead to any object");
        }
    }

    /// Whether an external function could do something to the program with a value.
    fn is_given_away(&self, value: Value) -> bool {
        match value {
            Value::Address(Address { object: Object::Global(global), .. }) => {
                !self.program.globals[global].is_read_only
            }
            Value::Address(_) | Value::Procedure(_) => true,
            Value::Thread(_) | Value::Number | Value::Outside | Value::Indeterminate => false,
        }
    }

    fn callees(&mut self, at: At, callee: &Callee, span: Span) -> Vec<ProcedureId> {
        let procedures = match callee {
            Callee::Procedure(procedure) => vec![*procedure],
            Callee::Pointer(pointer) => {
                let targets = self.value(at, pointer, span);
                self.stop_outside(&targets, span);
                let procedure = |value| match value {
                    Value::Procedure(procedure) => Some(procedure),
                    Value::Address(_) | Value::Thread(_) | Value::Number | Value::Outside | Value::Indeterminate => {
                        None
                    }
                };
                targets.iter().filter_map(procedure).collect()
            }
        };
        procedures.into_iter().filter(|&procedure| self.program.procedures[procedure].is_defined).collect()
    }

    fn call(&mut self, at: At, procedure: ProcedureId, arguments: &[Values], result: Option<LocalId>) {
        let code = Code { class: at.0.class, procedure };
        self.calls.entry(at).or_default().insert(procedure);
        self.pass(code, arguments);
        self.run(code);
        if let Some(result) = result {
            let returned = self.results.get(&code).cloned().unwrap_or_default();
            self.set(at.0, result, &returned);
        }
    }

    fn pass(&mut self, code: Code, arguments: &[Values]) {
        let procedure = &self.program.procedures[code.procedure];
        for (index, &parameter) in procedure.parameters.iter().enumerate() {
            let value = arguments.get(index).cloned().unwrap_or_else(|| Values::one(Value::Outside));
            self.set(code, parameter, &value);
        }
    }

    fn create(&mut self, at: At, start: ProcedureId, argument: &Values, id: &Values, span: Span) {
        let Some(class) = self.classes.created(at, start) else {
            let name = &self.program.procedures[start].name;
            self.stop(span, &format!("a thread is started with {name} that belongs to no class of the proof"));
            return;
        };
        self.creations.entry(at).or_default().insert(class);
        let code = self.classes.start(class);
        self.pass(code, std::slice::from_ref(argument));
        self.run(code);
        let size = self.program.types.model().pointer_bytes();
        self.store(id, Some(size), &Values::one(Value::Thread(class)));
    }

    fn synchronize(&mut self, at: At, operation: S, exprs: &[Expr], result: Option<LocalId>, span: Span) {
        let operands: Vec<Values> = exprs.iter().map(|operand| self.value(at, operand, span)).collect();
        let keys = Values::one(Value::Address(Address::first(Object::Keys)));
        // All operands that are pointers name objects or functions, but for two that are kept for later.
        let is_kept = |index| index == 1 && matches!(operation, S::KeySet | S::CleanupPush);
        for (index, operand) in operands.iter().enumerate().filter(|(index, _)| !is_kept(*index)) {
            if matches!(self.program.types.kind(exprs[index].ty), TypeKind::Pointer(_)) {
                self.stop_outside(operand, span);
            }
        }
        match operation {
            S::KeyGet => {
                if let Some(result) = result {
                    let value = self.load(&keys, None);
                    self.set(at.0, result, &value);
                }
            }
            S::KeySet => {
                self.store(&keys, None, &operands[1]);
                self.number(at.0, result);
            }
            S::KeyCreate | S::CleanupPush => {
                if operands.iter().flat_map(Values::iter).any(|value| matches!(value, Value::Procedure(_))) {
                    self.stop(span, "the end of a thread calls a function");
                }
                self.number(at.0, result);
            }
            _ => self.number(at.0, result),
        }
        self.sites.insert(at, Site { operation, operands });
    }

    fn live(&mut self, at: At, local: LocalId, is_zeroed: bool) {
        let (program, automaton) = (self.program, &self.automata[at.0.procedure]);
        let procedure = &program.procedures[at.0.procedure];
        if is_zeroed {
            return;
        }
        if !procedure.locals[local].is_register {
            self.fill(Object::Local(at.0, local), Value::Indeterminate);
            return;
        }
        let live = self.live.entry(at.0.procedure);
        let live = live.or_insert_with(|| LiveRegisters::of(program, procedure, automaton));
        if live.is_live(automaton.transitions[at.1].to, local) {
            self.set(at.0, local, &Values::one(Value::Indeterminate));
        }
    }

    fn number(&mut self, code: Code, result: Option<LocalId>) {
        if let Some(result) = result {
            self.set(code, result, &Values::one(Value::Number));
        }
    }

    /// A local gets one of some values.
    pub(super) fn set(&mut self, code: Code, local: LocalId, values: &Values) {
        let data = &self.program.procedures[code.procedure].locals[local];
        if data.is_register {
            self.is_changed |= self.registers.entry((code, local)).or_default().extend(values);
        } else {
            let to = Values::one(Value::Address(Address::first(Object::Local(code, local))));
            self.store(&to, self.program.types.size_of(data.ty), values);
        }
    }

    /// What a register may hold.
    pub(super) fn register(&self, code: Code, local: LocalId) -> Values {
        self.registers.get(&(code, local)).cloned().unwrap_or_default()
    }

    pub(super) fn access(&mut self, at: At, addresses: Values, size: Option<u64>, is_write: bool, span: Span) {
        self.stop_outside(&addresses, span);
        if self.is_last {
            let (is_atomic, hides_order) = (false, false);
            self.accesses.push(Access { at, addresses, term: None, size, is_write, is_atomic, hides_order, span });
        }
    }

    /// An access to a place, of which the address may be a term.
    pub(super) fn access_to(
        &mut self,
        at: At,
        place: &Place,
        addresses: Values,
        size: Option<u64>,
        is_write: bool,
        span: Span,
    ) {
        self.stop_outside(&addresses, span);
        if self.is_last {
            let term = address_term(self.program, at.0.procedure, place);
            let is_atomic = place.is_atomic();
            let hides_order = place.atomic.is_some_and(|atomic| atomic.hides_order(is_write));
            self.accesses.push(Access { at, addresses, term, size, is_write, is_atomic, hides_order, span });
        }
    }

    /// A value may be anywhere in an object.
    fn fill(&mut self, object: Object, value: Value) {
        let whole = Values::one(Value::Address(Address::first(object).strided(1)));
        self.store(&whole, None, &Values::one(value));
    }

    /// Memory is allocated, and may be read before it is written, but for the bytes of which that is known.
    fn indeterminate(&mut self, at: At, object: Object) {
        let birth = self.births.get(&at).and_then(|birth| Some((&birth.written, birth.size?)));
        let Some((written, size)) = birth else { return self.fill(object, Value::Indeterminate) };
        let unknown = Values::one(Value::Indeterminate);
        for gap in written.gaps(size) {
            let to = Values::one(Value::Address(Address::first(object).moved(gap.start.into())));
            self.store(&to, Some(gap.end - gap.start), &unknown);
        }
    }

    /// Some bytes at some addresses get some values.
    pub(super) fn store(&mut self, to: &Values, size: Option<u64>, values: &Values) {
        for address in to.addresses() {
            let cells = self.memory.entry(address.object).or_default();
            let is_full = cells.len() >= CELL_LIMIT;
            let found = cells.iter().position(|cell| cell.address == address && cell.size == size);
            let whole = || (address.strided(1), None);
            let (address, size) = if found.is_none() && is_full { whole() } else { (address, size) };
            let found = cells.iter().position(|cell| cell.address == address && cell.size == size);
            let position = found.unwrap_or_else(|| {
                cells.push(Cell { address, size, values: Values::default() });
                cells.len() - 1
            });
            self.is_changed |= cells[position].values.extend(values);
        }
    }

    /// What may be in some bytes at some addresses.
    pub(super) fn load(&self, from: &Values, size: Option<u64>) -> Values {
        let mut loaded = Values::default();
        for address in from.addresses() {
            let cells = self.memory.get(&address.object).into_iter().flatten();
            for cell in cells.filter(|cell| cell.address.overlaps(cell.size, address, size)) {
                loaded.extend(&cell.values);
            }
        }
        loaded
    }

    /// Some bytes are copied.
    pub(super) fn copy(&mut self, from: &Values, to: &Values, size: Option<u64>) {
        for origin in from.addresses() {
            let cells: Vec<Cell> = self.memory.get(&origin.object).cloned().unwrap_or_default();
            for cell in cells.into_iter().filter(|cell| cell.address.overlaps(cell.size, origin, size)) {
                for target in to.addresses() {
                    let is_exact = [origin.stride, target.stride, cell.address.stride] == [0; 3];
                    let to = match is_exact {
                        true => target.moved(cell.address.start - origin.start),
                        false => target.strided(1),
                    };
                    self.store(&Values::one(Value::Address(to)), cell.size, &cell.values);
                }
            }
        }
    }

    /// The objects whose addresses other threads than the one that made them may know.
    pub fn published(&self) -> BTreeSet<Object> {
        let mut published: BTreeSet<Object> = self.memory.keys().copied().filter(|object| is_common(*object)).collect();
        let mut pending: Vec<Object> = published.iter().copied().collect();
        let outside = std::iter::once(&self.thread_arguments).chain(&self.thread_results);
        for object in outside.flat_map(Values::addresses).map(|address| address.object) {
            if published.insert(object) {
                pending.push(object);
            }
        }
        while let Some(object) = pending.pop() {
            let cells = self.memory.get(&object).into_iter().flatten();
            for inner in cells.flat_map(|cell| cell.values.addresses()).map(|address| address.object) {
                if published.insert(inner) {
                    pending.push(inner);
                }
            }
        }
        published
    }
}

/// Whether an object belongs to no thread.
pub fn is_common(object: Object) -> bool {
    match object {
        Object::Global(_) | Object::Keys => true,
        Object::ThreadLocal(..) | Object::Local(..) | Object::Allocated(..) => false,
    }
}

fn constant(size: &Expr) -> Option<u64> {
    match size.kind {
        raddle_program::syntax::ExprKind::Integer(number) => u64::try_from(number).ok(),
        _ => None,
    }
}

/// Whether a step can be made again after it was made, in the same call.
pub fn lies_on_cycle(automaton: &Automaton, transition: Transition) -> bool {
    let data = &automaton.transitions[transition];
    reachable_from(automaton, [data.to])[data.from]
}

/// What exists or runs at most once in an execution.
pub struct Once {
    codes: BTreeSet<Code>,
    classes: Vec<bool>,
}

impl Once {
    /// Code is run once by each thread of its class if it is what they start with and nothing calls it, or if one step calls it
    /// that lies on no cycle, in code that is run once. A class has one thread if one such step of one thread creates it.
    pub fn of(pointers: &Pointers<'_>) -> Once {
        let mut callers: BTreeMap<Code, Vec<At>> = BTreeMap::new();
        for (&at, procedures) in &pointers.calls {
            for &procedure in procedures {
                callers.entry(Code { class: at.0.class, procedure }).or_default().push(at);
            }
        }
        let mut once = Once { codes: BTreeSet::new(), classes: Vec::new() };
        loop {
            let runs_once = |code: &&Code| {
                let is_start = pointers.classes.start(code.class) == **code;
                match callers.get(*code).map_or(&[][..], Vec::as_slice) {
                    [] => is_start,
                    &[at] => !is_start && once.codes.contains(&at.0) && !once.repeats(pointers, at),
                    _ => false,
                }
            };
            let codes: BTreeSet<Code> = pointers.codes.iter().filter(runs_once).copied().collect();
            if codes == once.codes {
                break;
            }
            once.codes = codes;
        }
        for class in pointers.classes.all() {
            let is_single = match pointers.classes.created_at(class) {
                [] => true,
                &[at] => once.classes[at.0.class] && once.codes.contains(&at.0) && !once.repeats(pointers, at),
                _ => false,
            };
            once.classes.push(is_single);
        }
        once
    }

    /// Whether each thread of a class runs some of its code at most once.
    pub fn runs_once(&self, code: Code) -> bool {
        self.codes.contains(&code)
    }

    fn repeats(&self, pointers: &Pointers<'_>, at: At) -> bool {
        let automaton = &pointers.automata[at.0.procedure];
        at.1.index() >= automaton.transitions.len() || lies_on_cycle(automaton, at.1)
    }

    /// Whether a class has one thread at most.
    pub fn is_single(&self, class: Class) -> bool {
        self.classes[class]
    }

    /// Whether an address is one byte of one object in each execution.
    pub fn is_unique(&self, pointers: &Pointers<'_>, address: Address) -> bool {
        let code_once = |code: &Code| self.classes[code.class] && self.codes.contains(code);
        address.stride == 0
            && match address.object {
                Object::Global(_) => true,
                Object::ThreadLocal(class, _) => self.classes[class],
                Object::Allocated(code, transition) => code_once(&code) && !self.repeats(pointers, (code, transition)),
                Object::Local(code, local) => {
                    let automaton = &pointers.automata[code.procedure];
                    let begins = |effect: &Effect| matches!(effect, Effect::Live { local: it, .. } if *it == local);
                    code_once(&code)
                        && automaton
                            .transitions
                            .iter()
                            .all(|(transition, data)| !begins(&data.effect) || !lies_on_cycle(automaton, transition))
                }
                Object::Keys => false,
            }
    }
}
