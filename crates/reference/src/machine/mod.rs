//! The machine: memory, locks and threads of one execution, stopped between two events.
//!
//! Every thread stands in front of an [`Operation`]. [`Machine::settle`] brings it there: it runs local tasks only. No other thread can
//! observe these, so it does not matter when they run. A schedule is then simply the order in which operations are performed
//! ([`crate::machine::perform`]).

pub(crate) mod access;
pub(crate) mod aligned;
pub(crate) mod apart;
pub(crate) mod assignment;
pub(crate) mod call;
pub(crate) mod encode;
pub(crate) mod expression;
pub(crate) mod given;
pub(crate) mod library;
pub(crate) mod lifecycle;
pub(crate) mod memory;
pub(crate) mod name;
pub(crate) mod order;
pub(crate) mod outside;
pub(crate) mod perform;
pub(crate) mod schedule;
pub(crate) mod statement;
pub(crate) mod synchronize;
pub(crate) mod task;

use crate::basic::Basic;
use crate::landmark::Landmarks;
use crate::machine::apart::Apart;
use crate::machine::given::Given;
use crate::machine::memory::{Life, Memory, Object, ObjectKind};
use crate::machine::order::History;
use crate::machine::synchronize::Synchronizers;
use crate::machine::synchronize::{Cancellation, Handler};
use crate::machine::task::{LoopPhase, Operation, Task};
use crate::value::encoding::encode;
use crate::value::{Address, Byte, ObjectId, Place, Scalar, Trouble, Value};
use raddle_cfront::names::{MAIN_ENVIRONMENT, MAIN_NAME, MAIN_NAME_TEXT, MAIN_VECTOR, ObjectNames};
use raddle_cfront::typed::{Expr, FunctionId, StatementKind, Storage, StringId, Unit, VariableId};
use raddle_program::source::Span;
use raddle_program::trace::ObjectName;
use raddle_program::types::{Qualified, TypeId, TypeKind, Types};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How the machine runs.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether operands are evaluated right to left, which C allows, too.
    pub right_to_left: bool,
    /// Whether happens-before is tracked, for data races.
    pub tracks_order: bool,
    /// Whether memory is counted that is not freed.
    pub tracks_leaks: bool,
    /// The most local tasks of a thread before its next operation.
    pub local_steps: u64,
    /// Whether results of functions without a body are marked, so that no answer can depend on them.
    pub marks_outside: bool,
    /// The number of local tasks during which a thread is searched for a loop that repeats its state.
    pub cycle_search: u64,
    /// Whether steps list the calls that lead to them.
    pub lists_callers: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            right_to_left: false,
            tracks_order: true,
            tracks_leaks: true,
            local_steps: 4_000_000,
            marks_outside: false,
            cycle_search: CYCLE_SEARCH.end,
            lists_callers: false,
        }
    }
}

/// A function that is being executed. The lowest frame of a thread is its *launch*: it calls the first function.
#[derive(Clone, Debug)]
pub struct Frame<'u> {
    /// The function.
    pub function: FunctionId,
    /// What is left to do; the top is the last.
    pub tasks: Vec<Task<'u>>,
    /// Values of operands; the top is the last.
    pub values: Vec<Value>,
    /// The objects that parameters and locals name now.
    pub variables: BTreeMap<VariableId, ObjectId>,
    /// Lengths of variable-length array types, by their numbers.
    pub lengths: BTreeMap<u32, u64>,
    /// Objects that end with the function: from `alloca`.
    pub stack_objects: Vec<ObjectId>,
    /// The call of the function of the next frame. It does not affect the execution.
    pub call: Span,
}

impl Frame<'_> {
    /// A frame with nothing to do.
    pub fn new(function: FunctionId) -> Self {
        Frame {
            function,
            tasks: Vec::new(),
            values: Vec::new(),
            variables: BTreeMap::new(),
            lengths: BTreeMap::new(),
            stack_objects: Vec::new(),
            call: Span::NOWHERE,
        }
    }
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread<'u> {
    /// Its frames; the running function is the last.
    pub frames: Vec<Frame<'u>>,
    /// Its thread-local objects.
    pub locals: BTreeMap<VariableId, ObjectId>,
    /// How many atomic sections it is in.
    pub section_depth: u32,
    /// How many objects it has allocated.
    pub allocations: u32,
    /// What it returned, if it has ended; `Void` without a return value.
    pub result: Option<Value>,
    /// Whether a join has returned it.
    pub is_joined: bool,
    /// Whether it is detached.
    pub is_detached: bool,
    /// Whether it runs in the process that this one was copied from, and not here.
    pub is_gone: bool,
    /// Whether its cancellation was requested, and whether it may be cancelled.
    pub cancellation: Cancellation,
    /// Whether it called a function without a body while there were other threads, where that is tracked.
    pub has_called_outside: bool,
    /// Whether the result of the function without a body that it called last is marked.
    pub marks_result: bool,
    /// Cleanup handlers; the last is called first.
    pub handlers: Vec<Handler>,
    /// Its `errno`, if the program uses that.
    pub error_number: Option<ObjectId>,
    /// Its values of keys, null ones left out.
    pub specific: BTreeMap<u32, Scalar>,
    /// Its approximate location, for messages.
    pub site: Span,
}

/// The number of local steps from which on a thread is searched for a loop that repeats its state, and the usual number at which the search
/// ends.
const CYCLE_SEARCH: std::ops::Range<u64> = 2048..200_000;

/// The objects that exist from the start, and the names of all.
#[derive(Debug)]
pub struct Statics {
    /// How traces call objects.
    pub names: ObjectNames,
    /// Globals and static locals.
    pub variables: BTreeMap<VariableId, ObjectId>,
    /// String literals.
    pub strings: BTreeMap<StringId, ObjectId>,
    /// Ids below this belong to static objects.
    pub count: u32,
    /// The types that the library works with.
    pub basic: Basic,
    /// Whether the program names `pthread_cancel`: without it, nothing can be cancelled.
    pub has_cancellation: bool,
    /// Whether the program uses `errno`: without it, `errno` is not set.
    pub has_error_number: bool,
}

/// One execution, stopped between two events.
#[derive(Clone, Debug)]
pub struct Machine<'u> {
    /// What is executed.
    pub unit: &'u Unit,
    /// The settings of the execution.
    pub settings: Settings,
    /// The static objects.
    pub statics: Arc<Statics>,
    /// All objects.
    pub memory: Memory,
    /// The known relations between the addresses of objects.
    pub apart: Apart,
    /// All threads in the order of their creation; 0 is main.
    pub threads: Vec<Arc<Thread<'u>>>,
    /// Whether a function without a body was given memory, where that is tracked.
    pub has_reached_outside: bool,
    /// The values that library functions returned, where that is tracked.
    pub given: Given,
    /// Synchronization objects.
    pub locks: Synchronizers,
    /// Accesses, and the threads that are ordered after them, if that is tracked.
    pub history: History,
    /// Allocated objects that are not freed, with the places of their allocations, if they are counted. They may be out of reach.
    pub unfreed: Vec<(ObjectId, Span)>,
    /// Whether the process has ended.
    pub is_over: bool,
    /// The thread whose atomic section continues: it ran last, and is not blocked.
    pub section_owner: Option<usize>,
    /// The threads that are inside atomic sections.
    pub inside_sections: BTreeSet<usize>,
    /// Locations at which threads stop although no event occurs there, if the caller observes when threads pass them.
    pub landmarks: Option<Arc<Landmarks>>,
    /// The number of executed local tasks: a measure of the length of the execution. It does not affect the execution.
    pub n_tasks: u64,
}

impl<'u> Machine<'u> {
    /// The program at its start: globals initialized, main in front of its first operation.
    ///
    /// # Panics
    /// If the unit lacks basic types ([`crate::basic::with_basic_types`]).
    ///
    /// # Errors
    /// A sentence, if there is no `main` or an initializer is not modelled.
    pub fn start(unit: &'u Unit, settings: Settings) -> Result<Machine<'u>, String> {
        Machine::start_with(unit, settings, None)
    }

    /// The same, with landmarks.
    ///
    /// # Errors
    /// As [`Machine::start`].
    pub fn start_with(
        unit: &'u Unit,
        settings: Settings,
        landmarks: Option<Arc<Landmarks>>,
    ) -> Result<Machine<'u>, String> {
        let Some(main) = unit.main else {
            return Err("the program has no function `main`".to_string());
        };
        let mut memory = Memory::default();
        let statics = Arc::new(make_statics(unit, &mut memory));
        let mut machine = Machine {
            unit,
            settings,
            statics,
            memory,
            apart: Apart::default(),
            threads: Vec::new(),
            locks: Synchronizers::default(),
            history: History::default(),
            unfreed: Vec::new(),
            is_over: false,
            has_reached_outside: false,
            given: Given::default(),
            section_owner: None,
            inside_sections: BTreeSet::new(),
            landmarks,
            n_tasks: 0,
        };
        let main_type = unit.functions[main].ty;
        machine.new_thread(main);
        for &variable in &unit.globals {
            if unit.variables[variable].storage == Storage::Static {
                machine.initialize_silently(0, variable)?;
            }
        }
        machine.make_thread_locals(0)?;
        let arguments = machine.main_arguments(main_type);
        let span = unit.functions[main].span;
        machine.plan(0, vec![Task::Enter { function: main, arguments, span }, Task::EndThread { span }]);
        machine.settle(0);
        Ok(machine)
    }

    /// The types of the program.
    pub fn types(&self) -> &'u Types {
        &self.unit.types
    }

    /// The types that the library works with.
    pub fn basic(&self) -> Basic {
        self.statics.basic
    }

    /// A thread.
    pub fn thread(&self, thread: usize) -> &Thread<'u> {
        &self.threads[thread]
    }

    /// A thread, to be changed.
    pub fn thread_mut(&mut self, thread: usize) -> &mut Thread<'u> {
        Arc::make_mut(&mut self.threads[thread])
    }

    /// The running function of a thread.
    ///
    /// # Panics
    /// If the thread has ended.
    pub fn frame(&self, thread: usize) -> &Frame<'u> {
        self.threads[thread].frames.last().expect("a thread that runs has a frame")
    }

    /// The running function of a thread, to be changed.
    ///
    /// # Panics
    /// If the thread has ended.
    pub fn frame_mut(&mut self, thread: usize) -> &mut Frame<'u> {
        self.thread_mut(thread).frames.last_mut().expect("a thread that runs has a frame")
    }

    /// The operation in front of which a thread stands; `None` if the thread has ended.
    pub fn pending(&self, thread: usize) -> Option<&Operation> {
        match self.threads.get(thread)?.frames.last()?.tasks.last() {
            Some(Task::Operation(operation)) => Some(operation),
            Some(_) | None => None,
        }
    }

    /// The name of the function that a thread is in.
    pub fn function_name(&self, thread: usize) -> Arc<str> {
        match self.threads[thread].frames.last() {
            Some(frame) => self.unit.functions[frame.function].name.clone(),
            None => "".into(),
        }
    }

    /// Puts tasks on the stack so that they run in the order given.
    pub fn plan(&mut self, thread: usize, tasks: Vec<Task<'u>>) {
        self.frame_mut(thread).tasks.extend(tasks.into_iter().rev());
    }

    /// Pushes a value.
    pub fn push(&mut self, thread: usize, value: Value) {
        self.frame_mut(thread).values.push(value);
    }

    /// Pushes a scalar.
    pub fn push_scalar(&mut self, thread: usize, value: Scalar) {
        self.push(thread, Value::Scalar(value));
    }

    /// Pops a value.
    ///
    /// # Panics
    /// If the stack is empty: each task pops values that earlier tasks pushed.
    pub fn pop(&mut self, thread: usize) -> Value {
        self.frame_mut(thread).values.pop().expect("a task left the operand that this one needs")
    }

    /// Pops a scalar.
    ///
    /// # Panics
    /// If the top is no scalar: the checker gives every operand its type.
    pub fn pop_scalar(&mut self, thread: usize) -> Scalar {
        match self.pop(thread) {
            Value::Scalar(scalar) => scalar,
            other => panic!("an operand must be a scalar, not {other:?}"),
        }
    }

    /// Pops a place.
    ///
    /// # Panics
    /// If the top is no place.
    pub fn pop_place(&mut self, thread: usize) -> Place {
        match self.pop(thread) {
            Value::Place(place) => place,
            other => panic!("an operand must be a place, not {other:?}"),
        }
    }

    /// The tasks that evaluate two operands in the order that the settings ask for.
    pub fn operands(&self, left: &'u Expr, right: &'u Expr) -> [Task<'u>; 2] {
        if self.settings.right_to_left {
            [Task::Eval(right), Task::Eval(left)]
        } else {
            [Task::Eval(left), Task::Eval(right)]
        }
    }

    /// Pops what [`Machine::operands`] left: left, then right.
    pub fn pop_operands(&mut self, thread: usize) -> (Scalar, Scalar) {
        let (second, first) = (self.pop_scalar(thread), self.pop_scalar(thread));
        if self.settings.right_to_left { (second, first) } else { (first, second) }
    }

    /// Runs a thread up to its next operation. Other threads cannot observe these tasks.
    pub fn settle(&mut self, thread: usize) {
        let mut steps = 0u64;
        let mut snapshot: Option<Vec<u8>> = None;
        let mut next_snapshot = 4096;
        while let Some(frame) = self.threads[thread].frames.last() {
            let task = match frame.tasks.last() {
                Some(Task::Operation(_)) => return,
                Some(_) => self.frame_mut(thread).tasks.pop().expect("the stack was seen not to be empty"),
                None => Task::Return { has_value: false },
            };
            steps += 1;
            self.n_tasks += 1;
            if steps > self.settings.local_steps {
                let span = self.threads[thread].site;
                self.plan(thread, vec![Task::Operation(Operation::Diverge { certain: false, span })]);
                return;
            }
            // A loop whose state repeats never ends (Brent's cycle detection: the snapshots are ever farther apart).
            let is_loop_head = matches!(task, Task::Loop { phase: LoopPhase::Test, .. })
                || matches!(&task, Task::Block { block, next, .. }
                    if matches!(block.statements.get(*next).map(|s| &s.kind), Some(StatementKind::Label(_) | StatementKind::Goto(_))));
            let repeats = is_loop_head && (CYCLE_SEARCH.start..self.settings.cycle_search).contains(&steps) && {
                self.frame_mut(thread).tasks.push(task.clone());
                let (now, _) = crate::machine::encode::encode(self);
                self.frame_mut(thread).tasks.pop();
                let repeats = snapshot.as_ref() == Some(&now);
                if steps >= next_snapshot || snapshot.is_none() {
                    next_snapshot = steps.saturating_mul(2);
                    snapshot = Some(now);
                }
                repeats
            };
            if repeats {
                let span = self.threads[thread].site;
                self.plan(thread, vec![Task::Operation(Operation::Diverge { certain: true, span })]);
                return;
            }
            if let Err(trouble) = self.run(thread, task) {
                let span = self.threads[thread].site;
                let operation = match trouble {
                    Trouble::Violation(kind, message) => Operation::Fail { kind, message, span, ends: true },
                    Trouble::Unsupported(what) => Operation::Unsupported { what, span },
                };
                self.plan(thread, vec![Task::Operation(operation)]);
                return;
            }
        }
    }

    /// Adds a thread that has nothing to do yet.
    pub fn new_thread(&mut self, start: FunctionId) -> usize {
        self.threads.push(Arc::new(Thread {
            frames: vec![Frame::new(start)],
            locals: BTreeMap::new(),
            section_depth: 0,
            allocations: 0,
            result: None,
            is_joined: false,
            is_detached: false,
            is_gone: false,
            has_called_outside: false,
            marks_result: false,
            cancellation: Cancellation::default(),
            handlers: Vec::new(),
            error_number: None,
            specific: BTreeMap::new(),
            site: self.unit.functions[start].span,
        }));
        self.threads.len() - 1
    }

    /// Gives a thread its copies of the thread-local objects.
    ///
    /// # Errors
    /// A sentence, if an initializer is not modelled.
    pub fn make_thread_locals(&mut self, thread: usize) -> Result<(), String> {
        if self.statics.has_error_number {
            let name = ObjectName::ThreadLocal(thread as u32, self.statics.names.error_number.clone());
            let object = Object { name, kind: ObjectKind::ThreadLocal, ..static_object("errno", 4) };
            self.thread_mut(thread).error_number = Some(self.memory.create(object));
        }
        for &id in &self.unit.globals {
            let variable = &self.unit.variables[id];
            if variable.storage != Storage::Thread {
                continue;
            }
            let name = ObjectName::ThreadLocal(thread as u32, self.statics.names.variables[id].clone());
            let object = self.memory.create(variable_object(self.unit, id, name, ObjectKind::ThreadLocal));
            self.thread_mut(thread).locals.insert(id, object);
            self.initialize_silently(thread, id)?;
        }
        Ok(())
    }

    /// Runs the constant initializer of a static or thread-local object in a frame of its own.
    fn initialize_silently(&mut self, thread: usize, id: VariableId) -> Result<(), String> {
        let Some(initializer) = &self.unit.variables[id].initializer else {
            return Ok(());
        };
        let object = match self.unit.variables[id].storage {
            Storage::Static => self.statics.variables.get(&id),
            Storage::Thread => self.threads[thread].locals.get(&id),
            Storage::Automatic | Storage::Parameter => None,
        };
        let Some(&object) = object else {
            return Ok(());
        };
        let place = Place::object(object);
        let bottom = self.frame(thread).tasks.len();
        // A constant object is writable while it is initialized.
        let is_read_only = std::mem::replace(&mut self.memory.object_mut(object).is_read_only, false);
        self.plan(thread, vec![Task::Initialize { place, initializer, next: 0 }]);
        while self.frame(thread).tasks.len() > bottom {
            let task = self.frame_mut(thread).tasks.pop().expect("the stack was seen not to be empty");
            let done = match task {
                // Constants that overflow were reported by the checker; their value is the wrapped one.
                Task::Operation(Operation::Fail { ends: false, .. }) => Ok(()),
                Task::Operation(_) => Trouble::unsupported("it is not constant"),
                task => self.run(thread, task),
            };
            if let Err(trouble) = done {
                let (Trouble::Unsupported(what) | Trouble::Violation(_, what)) = trouble;
                let name = &self.unit.variables[id].name;
                let place = self.unit.source.place(self.unit.variables[id].span);
                return Err(format!("the initializer of `{name}` at {place} is not modelled: {what}"));
            }
        }
        self.memory.object_mut(object).is_read_only = is_read_only;
        Ok(())
    }

    /// `argc` is 1, `argv` holds a name and a null pointer, the environment is empty.
    fn main_arguments(&mut self, main_type: TypeId) -> Vec<(Value, TypeId)> {
        let TypeKind::Function(function) = self.types().kind(main_type) else {
            return Vec::new();
        };
        let pointer = self.types().model().pointer_bytes();
        let mut arguments = Vec::new();
        for (index, parameter) in function.parameters.iter().enumerate() {
            let value = match index {
                0 => Scalar::Integer(1),
                1 => {
                    let text: Vec<Byte> = MAIN_NAME_TEXT.bytes().chain([0]).map(Byte::number).collect();
                    let name = self.memory.create(static_object(MAIN_NAME, text.len() as u64));
                    let name = Address { object: name, offset: 0 };
                    self.memory.write(name, &text);
                    let vector = self.memory.create(static_object(MAIN_VECTOR, 2 * pointer));
                    let vector = Address { object: vector, offset: 0 };
                    self.memory.write(vector, &encode(Scalar::Address(name), pointer));
                    Scalar::Address(vector)
                }
                2 => {
                    let object = self.memory.create(static_object(MAIN_ENVIRONMENT, pointer));
                    Scalar::Address(Address { object, offset: 0 })
                }
                _ => Scalar::Integer(0),
            };
            arguments.push((Value::Scalar(value), parameter.ty));
        }
        arguments
    }
}

/// Makes globals, static locals and string literals, all but the literals still zero.
fn make_statics(unit: &Unit, memory: &mut Memory) -> Statics {
    let names = ObjectNames::of(unit);
    let basic = Basic::find(&unit.types).expect("the interpreter runs on a unit that has the basic types");
    let (mut variables, mut strings) = (BTreeMap::new(), BTreeMap::new());
    for &id in &unit.globals {
        if unit.variables[id].storage == Storage::Static {
            let name = ObjectName::Global(names.variables[id].clone());
            variables.insert(id, memory.create(variable_object(unit, id, name, ObjectKind::Static)));
        }
    }
    for (id, literal) in unit.strings.iter() {
        let element = match unit.types.kind(literal.ty) {
            TypeKind::Array { element, .. } => unit.types.size_of(element.ty).unwrap_or(1),
            _ => 1,
        };
        let bytes: Vec<Byte> =
            literal.units.iter().flat_map(|&code| encode(Scalar::Integer(code.into()), element)).collect();
        let object = Object {
            ty: Some(literal.ty),
            is_read_only: true,
            ..static_object(&names.strings[id], bytes.len() as u64)
        };
        let object = memory.create(object);
        memory.write(Address { object, offset: 0 }, &bytes);
        strings.insert(id, object);
    }
    Statics {
        names,
        variables,
        strings,
        count: memory.created(),
        basic,
        has_cancellation: unit.names("pthread_cancel"),
        has_error_number: unit.names("__errno_location"),
    }
}

/// A zeroed object that lives for ever.
fn static_object(name: &str, size: u64) -> Object {
    Object {
        name: ObjectName::Global(name.into()),
        ty: None,
        size,
        kind: ObjectKind::Static,
        life: Life::Alive,
        is_unlisted: false,
        is_read_only: false,
        alignment: 0,
        ended_at: None,
        replaces: None,
        fill: Byte::ZERO,
        bytes: BTreeMap::new(),
    }
}

/// The object of a static or thread-local variable.
fn variable_object(unit: &Unit, id: VariableId, name: ObjectName, kind: ObjectKind) -> Object {
    let variable = &unit.variables[id];
    Object {
        name,
        ty: Some(variable.ty.ty),
        // An object that is declared without a size and defined elsewhere has no known bytes.
        size: unit.types.size_of(variable.ty.ty).unwrap_or(0),
        kind,
        life: Life::Alive,
        is_unlisted: false,
        is_read_only: is_constant(&unit.types, variable.ty) && !variable.is_undefined,
        alignment: variable.alignment,
        ended_at: None,
        replaces: None,
        fill: if variable.is_undefined { Byte::UNKNOWN } else { Byte::ZERO },
        bytes: BTreeMap::new(),
    }
}

/// Whether an object of this type is constant: `const` itself, or an array of constants.
fn is_constant(types: &Types, ty: Qualified) -> bool {
    ty.qualifiers.is_const
        || match types.kind(ty.ty) {
            TypeKind::Array { element, .. } => is_constant(types, *element),
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::Complex(_)
            | TypeKind::Pointer(_)
            | TypeKind::Record(_)
            | TypeKind::Function(_) => false,
        }
}
