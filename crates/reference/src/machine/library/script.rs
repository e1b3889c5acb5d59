//! Models as ordinary code: a library function that takes many steps is written as a function that takes them in a row.
//!
//! A thread must stop in front of every operation, where the state must be cloned, compared and stored. So a model keeps no program
//! counter. It is run from its beginning each time, and receives the answers of its earlier operations again, in order. Behind the last
//! answer it stops with the next operation. So a model may depend only on its arguments and these answers. It reads or changes the machine
//! without an event through [`Script::once`] only, whose answer is kept like any other.

use super::Call;
use super::cancellation::cancellation_at_start;
use crate::basic::Basic;
use crate::machine::Machine;
use crate::machine::expression::choose;
use crate::machine::task::{Operation, Task};
use crate::value::encoding::encode;
use crate::value::{Byte, Place, Scalar, Trouble, Value};
use raddle_program::source::Span;
use raddle_program::trace::ChoiceKind;
use raddle_program::types::TypeId;

/// What a library function does.
pub(crate) type Model = for<'s, 'u> fn(&mut Script<'s, 'u>) -> Ran<'u, Value>;

/// A result of a model, or of a step of it; the error stops it.
pub(crate) type Ran<'u, T> = Result<T, Pause<'u>>;

/// Why a model stops.
pub(crate) enum Pause<'u> {
    /// These tasks come first; they leave one value.
    Tasks(Vec<Task<'u>>),
    /// It cannot go on.
    Trouble(Trouble),
}

impl From<Trouble> for Pause<'_> {
    fn from(trouble: Trouble) -> Self {
        Pause::Trouble(trouble)
    }
}

/// A model that is being run.
#[derive(Clone, Debug)]
pub(crate) struct Running<'u> {
    /// The model.
    pub model: Model,
    /// The call.
    pub call: Call<'u>,
    /// Whether the caller uses the value of the call.
    pub is_used: bool,
    /// The answers of its operations so far.
    pub answers: Vec<Value>,
    /// Whether the next answer lies on the stack of values.
    pub is_waiting: bool,
}

/// A model's view of the machine.
pub(crate) struct Script<'s, 'u> {
    machine: &'s mut Machine<'u>,
    running: &'s mut Running<'u>,
    next: usize,
}

impl<'u> Machine<'u> {
    /// Runs a model on, from its beginning: [`Task::Model`].
    pub(crate) fn run_model(&mut self, mut running: Box<Running<'u>>) -> Result<(), Trouble> {
        let thread = running.call.thread;
        if std::mem::take(&mut running.is_waiting) {
            let answer = self.pop(thread);
            running.answers.push(answer);
        }
        let model = running.model;
        let mut script = Script { machine: self, running: &mut running, next: 0 };
        let result = cancellation_at_start(&mut script).and_then(|()| {
            super::streams::stream_at_start(&mut script)?;
            let value = model(&mut script)?;
            super::errors::behind(&mut script, &value)?;
            Ok(value)
        });
        match result {
            Ok(value) => self.push(thread, value),
            Err(Pause::Tasks(mut tasks)) => {
                running.is_waiting = true;
                tasks.push(Task::Model(running));
                self.plan(thread, tasks);
            }
            Err(Pause::Trouble(trouble)) => return Err(trouble),
        }
        Ok(())
    }
}

impl<'u> Script<'_, 'u> {
    /// The call.
    pub fn call(&self) -> &Call<'u> {
        &self.running.call
    }

    /// The name of the function.
    pub fn name(&self) -> &'u str {
        self.running.call.name
    }

    /// The calling thread.
    pub fn thread(&self) -> usize {
        self.running.call.thread
    }

    /// The source location of the call and of its events.
    pub fn span(&self) -> Span {
        self.running.call.span
    }

    /// The types that the library works with.
    pub fn basic(&self) -> Basic {
        self.machine.basic()
    }

    /// Whether the caller uses the value of the call.
    pub fn is_used(&self) -> bool {
        self.running.is_used
    }

    /// The parts of the machine that never change: types, the unit.
    pub fn fixed(&self) -> &Machine<'u> {
        self.machine
    }

    /// The scalar argument with a number; null if it is missing.
    pub fn scalar(&self, index: usize) -> Ran<'u, Scalar> {
        Ok(self.call().scalar(index)?)
    }

    /// The integer argument with a number.
    pub fn number(&self, index: usize) -> Ran<'u, i128> {
        Ok(self.call().number(index)?)
    }

    /// The integer argument with a number as a size in bytes.
    pub fn size(&self, index: usize) -> Ran<'u, u64> {
        Ok(self.call().size(index)?)
    }

    /// What the pointer argument with a number points to.
    pub fn place(&self, index: usize) -> Ran<'u, Place> {
        Ok(self.call().place(index)?)
    }

    /// Whether the pointer argument with a number is null.
    pub fn is_null(&self, index: usize) -> Ran<'u, bool> {
        Ok(self.scalar(index)? == Scalar::Integer(0))
    }

    /// Does tasks that leave one value, and takes it.
    pub fn tasks(&mut self, tasks: impl FnOnce() -> Vec<Task<'u>>) -> Ran<'u, Value> {
        match self.running.answers.get(self.next) {
            Some(answer) => {
                self.next += 1;
                Ok(answer.clone())
            }
            None => Err(Pause::Tasks(tasks())),
        }
    }

    /// Changes the machine, or reads a changeable part of it, once. No other thread runs meanwhile.
    pub fn once(&mut self, act: impl FnOnce(&mut Machine<'u>) -> Result<Value, Trouble>) -> Ran<'u, Value> {
        if self.next == self.running.answers.len() {
            let answer = act(self.machine)?;
            self.running.answers.push(answer);
        }
        self.next += 1;
        Ok(self.running.answers[self.next - 1].clone())
    }

    /// The same for a number.
    pub fn once_number(&mut self, act: impl FnOnce(&mut Machine<'u>) -> i128) -> Ran<'u, i128> {
        match self.once(|machine| Ok(number(act(machine))))? {
            Value::Scalar(Scalar::Integer(number)) => Ok(number),
            other => panic!("a number was kept, not {other:?}"),
        }
    }

    /// An operation that leaves a value.
    pub fn value(&mut self, operation: Operation) -> Ran<'u, Value> {
        self.tasks(|| vec![Task::Operation(operation)])
    }

    /// An operation that leaves a scalar.
    pub fn scalar_of(&mut self, operation: Operation) -> Ran<'u, Scalar> {
        match self.value(operation)? {
            Value::Scalar(scalar) => Ok(scalar),
            other => panic!("this operation gives a scalar, not {other:?}"),
        }
    }

    /// An operation that leaves an integer.
    pub fn number_of(&mut self, operation: Operation) -> Ran<'u, i128> {
        match self.scalar_of(operation)? {
            Scalar::Integer(number) => Ok(number),
            other => panic!("this operation gives a number, not {other:?}"),
        }
    }

    /// An operation that leaves no value.
    pub fn effect(&mut self, operation: Operation) -> Ran<'u, ()> {
        self.tasks(|| vec![Task::Operation(operation), Task::Push(Value::Void)]).map(drop)
    }

    /// The last operation of the model.
    pub fn last(&mut self, operation: Operation) -> Ran<'u, Value> {
        self.value(operation)
    }

    /// Calls what a function pointer points to, a function of the program or of the library; its value is dropped.
    pub fn invoke(&mut self, pointer: Value, arguments: Vec<(Value, TypeId)>) -> Ran<'u, ()> {
        let Value::Scalar(pointer) = pointer else { panic!("a pointer is a scalar, not {pointer:?}") };
        let function = self.machine.called_function(pointer)?;
        let (thread, span, void) = (self.thread(), self.span(), self.machine.types().void());
        let tasks = self.machine.call_tasks(thread, function, arguments, span, void, "");
        self.tasks(|| tasks).map(drop)
    }

    /// Any value of a type.
    pub fn choose(&mut self, kind: ChoiceKind, ty: TypeId) -> Ran<'u, Scalar> {
        let span = self.span();
        match self.tasks(|| vec![choose(kind, ty, span)])? {
            Value::Scalar(scalar) => Ok(scalar),
            other => panic!("a scalar was chosen, not {other:?}"),
        }
    }

    /// Any number of an integer type.
    pub fn choose_number(&mut self, kind: ChoiceKind, ty: TypeId) -> Ran<'u, i128> {
        match self.choose(kind, ty)? {
            Scalar::Integer(number) | Scalar::Wild(number) => Ok(number),
            other => panic!("a number was chosen, not {other:?}"),
        }
    }

    /// Reads a scalar of a type, `offset` bytes behind a place.
    pub fn read(&mut self, place: Place, offset: u64, ty: TypeId) -> Ran<'u, Scalar> {
        let (place, span) = (place.plus(offset), self.span());
        match self.tasks(|| vec![Task::Load { place, ty, span }])? {
            Value::Scalar(scalar) => Ok(scalar),
            other => panic!("a scalar was read, not {other:?}"),
        }
    }

    /// Writes a scalar of a type, `offset` bytes behind a place.
    pub fn write(&mut self, place: Place, offset: u64, ty: TypeId, value: Scalar) -> Ran<'u, ()> {
        let (place, value, span) = (place.plus(offset), Value::Scalar(value), self.span());
        self.tasks(|| vec![Task::Store { place, ty, value, span }, Task::Push(Value::Void)]).map(drop)
    }

    /// Reads a byte as a number from 0 to 255.
    pub fn read_byte(&mut self, place: Place, offset: u64) -> Ran<'u, u8> {
        match self.read(place, offset, self.basic().unsigned_char)? {
            Scalar::Integer(number) => Ok(number as u8),
            _ => deny(format!("part of an address looked at by `{}`", self.name())),
        }
    }

    /// Writes a byte.
    pub fn write_byte(&mut self, place: Place, offset: u64, byte: u8) -> Ran<'u, ()> {
        self.write(place, offset, self.basic().unsigned_char, Scalar::Integer(byte.into()))
    }

    /// Writes `bytes` at once; some of them may be unknown.
    pub fn write_bytes(&mut self, place: Place, bytes: Vec<Byte>, shown: Option<Scalar>) -> Ran<'u, ()> {
        let span = self.span();
        self.effect(Operation::Write { place, bytes, shown, span })
    }

    /// Writes a number with `size` bytes.
    pub fn write_number(&mut self, place: Place, number: i128, size: u64) -> Ran<'u, ()> {
        let value = Scalar::Integer(number);
        self.write_bytes(place, encode(value, size), Some(value))
    }

    /// Writes an `int`.
    pub fn write_int(&mut self, place: Place, number: i128) -> Ran<'u, ()> {
        let value = Scalar::Integer(number);
        self.write_bytes(place, encode(value, 4), Some(value))
    }

    /// Any value of the type of the call; `Void` if the caller does not use it.
    pub fn anything(&mut self, kind: ChoiceKind) -> Ran<'u, Value> {
        let ty = self.call().ty;
        let types = self.machine.types();
        if !self.is_used() || ty == types.void() {
            Ok(Value::Void)
        } else if types.scalar_shape(ty).is_some() {
            Ok(Value::Scalar(self.choose(kind, ty)?))
        } else {
            deny(format!("any value of the type that `{}` returns", self.name()))
        }
    }
}

/// A number as a value.
pub(crate) fn number(number: i128) -> Value {
    Value::Scalar(Scalar::Integer(number))
}

/// The value of a successful call, or of one that cannot fail.
pub(crate) const SUCCESS: Value = Value::Scalar(Scalar::Integer(0));

/// Stops because something is not modelled.
pub(crate) fn deny<'u, T>(what: impl Into<String>) -> Ran<'u, T> {
    Err(Pause::Trouble(Trouble::Unsupported(what.into())))
}
