//! Threads and mutexes: pthread_create, join, exit, self, equal; mutexes and their attributes (POSIX threads).

use super::Call;
use crate::machine::Machine;
use crate::task::{Form, Operation, Task};
use crate::value::{Byte, Place, Scalar, Trouble, Value};
use raddle_program::source::Span;
use raddle_program::syntax::Synchronization;
use raddle_program::types::{IntKind, Qualified, TypeKind};

const EINVAL: i128 = 22;

impl<'u> Machine<'u> {
    pub(super) fn thread_create(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let id = call.place(0)?;
        let start = self.called_function(call.scalar(2)?)?;
        let Some(argument) = call.arguments.get(3).cloned() else {
            return Trouble::unsupported("a call of `pthread_create` with too few arguments");
        };
        let pointee = match call.arguments.first().map(|(_, ty)| self.types().kind(*ty)) {
            Some(TypeKind::Pointer(target)) if self.types().integer_shape(target.ty).is_some() => {
                self.types().size_of(target.ty)
            }
            _ => None,
        };
        let id_size = pointee.unwrap_or(self.types().model().pointer_bytes());
        let spawn = Operation::Spawn { start, argument, id, id_size, span: call.span() };
        self.plan(call.thread, vec![Task::Operation(spawn)]);
        Ok(())
    }

    pub(super) fn thread_join(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let id = call.scalar(0)?;
        let place = call.place(1)?;
        let void_pointer = self.types().find(&TypeKind::Pointer(Qualified::plain(self.types().void())));
        let result = match (place.base, void_pointer) {
            (Scalar::Integer(0), _) => None,
            (_, Some(ty)) => Some((place, ty)),
            (_, None) => return Trouble::unsupported("`pthread_join` in a program without `void *`"),
        };
        self.plan(call.thread, vec![Task::Operation(Operation::Join { id, result, span: call.span() })]);
        Ok(())
    }

    pub(super) fn thread_exit(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let value = Value::Scalar(call.scalar(0)?);
        self.plan(call.thread, vec![Task::Operation(Operation::Exit { value, span: call.span() })]);
        Ok(())
    }

    pub(super) fn thread_identity(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let number = match call.name {
            "pthread_self" => call.thread as i128 + 1,
            _ => i128::from(call.number(0)? == call.number(1)?),
        };
        self.answer_number(call, number);
        Ok(())
    }

    /// The attribute holds the kind in its first four bytes.
    pub(super) fn mutex_attribute(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let kind = match call.name {
            "pthread_mutexattr_init" => 0,
            "pthread_mutexattr_settype" => call.number(1)?,
            _ => {
                self.answer_number(call, 0);
                return Ok(());
            }
        };
        if !(0..=3).contains(&kind) {
            self.answer_number(call, EINVAL);
            return Ok(());
        }
        let mut bytes = vec![Byte::ZERO; 4];
        bytes[0] = Byte::number(kind as u8);
        let shown = Some(Scalar::Integer(kind));
        let write = Operation::Write { place: call.place(0)?, bytes, shown, span: call.span() };
        self.answer(call, vec![write], Value::Scalar(Scalar::Integer(0)));
        Ok(())
    }

    pub(super) fn mutex_init(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let (object, attribute, span) = (call.place(0)?, call.place(1)?, call.span());
        let first = match (attribute.base, self.types().find(&TypeKind::Int(IntKind::Int))) {
            (Scalar::Integer(0), _) => Task::Push(Value::Scalar(Scalar::Integer(0))),
            (_, Some(int)) => {
                let form = Form::Scalar(int);
                Task::Operation(Operation::Read { place: attribute, size: 4, form, span })
            }
            (_, None) => return Trouble::unsupported("a mutex attribute in a program without `int`"),
        };
        self.plan(call.thread, vec![first, Task::InitializeMutex { object, span }]);
        Ok(())
    }

    /// Runs [`Task::InitializeMutex`].
    pub(crate) fn initialize_mutex(&mut self, thread: usize, object: Place, span: Span) {
        let kind = match self.pop_scalar(thread) {
            Scalar::Integer(kind @ 0..=2) => kind as u8,
            _ => 0,
        };
        let operation = Synchronization::MutexInit;
        let init = Operation::Synchronize { operation, object, mutex: None, kind, span };
        self.plan(thread, vec![Task::Operation(init)]);
    }

    pub(super) fn mutex_call(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let operation = match call.name {
            "pthread_mutex_lock" => Synchronization::MutexLock,
            "pthread_mutex_trylock" => Synchronization::MutexTryLock,
            "pthread_mutex_unlock" => Synchronization::MutexUnlock,
            _ => Synchronization::MutexDestroy,
        };
        self.synchronization(call, operation)
    }

    /// A call that is one synchronization with its first argument and returns the code.
    pub(super) fn synchronization(&mut self, call: &Call<'u>, operation: Synchronization) -> Result<(), Trouble> {
        let (object, span) = (call.place(0)?, call.span());
        let call_operation = Operation::Synchronize { operation, object, mutex: None, kind: 0, span };
        self.plan(call.thread, vec![Task::Operation(call_operation)]);
        Ok(())
    }
}
