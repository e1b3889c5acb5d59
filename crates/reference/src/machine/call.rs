//! Calls and returns (C11 6.5.2.2, 6.8.6.4).

use crate::arithmetic;
use crate::arithmetic::marked::depends;
use crate::machine::expression::choose;
use crate::machine::library::Call;
use crate::machine::task::{Operation, Passage, Task};
use crate::machine::{Frame, Machine};
use crate::value::encoding::{Shape, shape};
use crate::value::{Byte, Place, Scalar, Trouble, Value};
use raddle_cfront::typed::{Expr, ExprKind, FunctionId};
use raddle_program::property::ViolationKind;
use raddle_program::source::Span;
use raddle_program::trace::ChoiceKind;
use raddle_program::types::{TypeId, TypeKind};

/// Frames beyond this number are not modelled.
const DEEPEST_RECURSION: usize = 100_000;

/// The function that holds a signal back for a thread, which it gets by its id.
const HOLDS_SIGNALS: &str = "__raddle_hold_signal";

impl<'u> Machine<'u> {
    /// Begins a call: designator, then arguments.
    pub(crate) fn call(&mut self, thread: usize, expr: &'u Expr, callee: &'u Expr, arguments: &'u [Expr]) {
        let mut tasks = Vec::new();
        if !matches!(callee.kind, ExprKind::Function(_)) {
            let is_designator = matches!(self.types().kind(callee.ty), TypeKind::Function(_));
            tasks.push(if is_designator { Task::Place(callee) } else { Task::Eval(callee) });
        }
        self.plan_arguments(arguments, &mut tasks);
        tasks.push(Task::Finish(expr, 0));
        self.plan(thread, tasks);
    }

    /// Adds the tasks that evaluate arguments.
    pub(crate) fn plan_arguments(&self, arguments: &'u [Expr], tasks: &mut Vec<Task<'u>>) {
        if self.settings.right_to_left {
            tasks.extend(arguments.iter().rev().map(Task::Eval));
        } else {
            tasks.extend(arguments.iter().map(Task::Eval));
        }
    }

    /// Pops the values of arguments with their types.
    pub(crate) fn pop_arguments(&mut self, thread: usize, arguments: &'u [Expr]) -> Vec<(Value, TypeId)> {
        let mut values: Vec<Value> = arguments.iter().map(|_| self.pop(thread)).collect();
        if !self.settings.right_to_left {
            values.reverse();
        }
        values.into_iter().zip(arguments.iter().map(|argument| argument.ty)).collect()
    }

    /// Calls the function, now that the arguments are known.
    pub(crate) fn finish_call(
        &mut self,
        thread: usize,
        expr: &'u Expr,
        callee: &'u Expr,
        arguments: &'u [Expr],
    ) -> Result<(), Trouble> {
        let values = self.pop_arguments(thread, arguments);
        let target = match &callee.kind {
            ExprKind::Function(function) => Scalar::Function(*function),
            _ => match self.pop(thread) {
                Value::Scalar(pointer) => pointer,
                Value::Place(place) => place.pointer(),
                other => panic!("a function is designated by a pointer, not by {other:?}"),
            },
        };
        let function = self.called_function(target)?;
        let is_used = self.is_value_used(thread, 0);
        let text = self.first_argument_text(expr);
        let mut tasks = self.call_tasks(thread, function, values, expr.span, expr.ty, text);
        if let Some(Task::Library(call, _)) = tasks.first_mut() {
            call.written = self.written_arguments(expr);
        }
        if !is_used && let Some(Task::Library(_, used)) = tasks.first_mut() {
            *used = false;
        }
        tasks.push(Task::Returned(expr));
        self.plan(thread, tasks);
        Ok(())
    }

    /// The tasks that call a function and leave its value: `ty` is the type that the caller expects.
    pub(crate) fn call_tasks(
        &self,
        thread: usize,
        function: FunctionId,
        arguments: Vec<(Value, TypeId)>,
        span: Span,
        ty: TypeId,
        text: &'u str,
    ) -> Vec<Task<'u>> {
        let declaration = &self.unit.functions[function];
        let name = &*declaration.name;
        if matches!(name, "reach_error" | "__VERIFIER_error") {
            let message = format!("`{name}` is called");
            let kind = ViolationKind::Assertion(declaration.name.clone());
            return vec![Task::Operation(Operation::Fail { kind, message, span, ends: true })];
        }
        if declaration.body.is_none() {
            let call = Call { thread, function: Some(function), name, arguments, span, ty, text, written: &[] };
            return vec![Task::Library(Box::new(call), true)];
        }
        let enter = Task::Enter { function, arguments, span };
        let mut tasks = if name.starts_with("__VERIFIER_atomic_") {
            let begin = Operation::AtomicBegin { is_operation: false, span };
            let end = Operation::AtomicEnd { is_operation: false, span };
            vec![Task::Operation(begin), enter, Task::Operation(end)]
        } else {
            vec![enter]
        };
        if self.is_landmark_call(span) {
            tasks.insert(0, Task::Operation(Operation::Pass { passage: Passage::Enter, span }));
        }
        tasks
    }

    /// The function that a pointer points to.
    ///
    /// # Errors
    /// A violation of `memory` if it points to none.
    pub fn called_function(&self, pointer: Scalar) -> Result<FunctionId, Trouble> {
        let violation = |kind, text: &str| Err(Trouble::Violation(kind, text.to_string()));
        match pointer {
            Scalar::Function(function) => Ok(function),
            Scalar::Integer(0) => violation(ViolationKind::NullDereference, "a null pointer is called"),
            Scalar::Integer(_) | Scalar::Address(_) | Scalar::Label(_) | Scalar::Floating(_) => {
                violation(ViolationKind::OutOfBounds, "a pointer is called that points to no function")
            }
            Scalar::Outside(_) | Scalar::Handle(_) | Scalar::ThreadId(_) => depends(),
            Scalar::Wild(_) | Scalar::Piece(_) => {
                Trouble::unsupported("a call through a pointer without a known target")
            }
        }
    }

    /// Enters a function with a body: a new frame whose parameters hold the arguments.
    pub(crate) fn enter(
        &mut self,
        thread: usize,
        id: FunctionId,
        arguments: Vec<(Value, TypeId)>,
        span: Span,
    ) -> Result<(), Trouble> {
        let function = &self.unit.functions[id];
        let Some(body) = &function.body else {
            return Trouble::unsupported(format!("`{}` has no body to run as a thread", function.name));
        };
        if self.thread(thread).frames.len() >= DEEPEST_RECURSION {
            return Trouble::unsupported(format!("recursion deeper than {DEEPEST_RECURSION} calls"));
        }
        self.thread_mut(thread).site = span;
        self.frame_mut(thread).call = span;
        self.thread_mut(thread).frames.push(Frame::new(id));
        let mut arguments = arguments.into_iter();
        for &parameter in &function.parameters {
            let ty = self.unit.variables[parameter].ty.ty;
            let object = self.declare(thread, parameter);
            if let Some((value, from)) = arguments.next() {
                let value = match value {
                    // The texts by which signals are held back use ids as indices.
                    Value::Scalar(Scalar::ThreadId(number)) if &*function.name == HOLDS_SIGNALS => {
                        Value::Scalar(Scalar::Integer(number))
                    }
                    Value::Scalar(scalar) => Value::Scalar(arithmetic::convert(self.types(), scalar, from, ty)?),
                    other if from == ty => other,
                    _ => return Trouble::unsupported("a record passed for a parameter of another type"),
                };
                self.store_silently(Place::object(object), ty, &value)?;
            }
        }
        self.enter_block(thread, body);
        Ok(())
    }

    /// Leaves the running function; the value goes to the caller.
    ///
    /// # Errors
    /// Unsupported if the function has pushed cleanup handlers and not popped them.
    pub(crate) fn leave(&mut self, thread: usize, value: Value) -> Result<(), Trouble> {
        let leaving = self.thread(thread);
        if leaving.handlers.last().is_some_and(|handler| handler.frames == leaving.frames.len()) {
            return Trouble::unsupported(
                "a function that returns between `pthread_cleanup_push` and `pthread_cleanup_pop`",
            );
        }
        let frame = self.thread_mut(thread).frames.pop().expect("a thread that runs has a frame");
        let objects = frame.variables.into_values().chain(frame.stack_objects).collect();
        self.push(thread, value);
        self.retire(thread, objects);
        Ok(())
    }

    /// Converts the result of a call to the type that the caller expects. A missing one that is used is indeterminate.
    pub(crate) fn returned(&mut self, thread: usize, expr: &'u Expr) -> Result<(), Trouble> {
        self.convert_result(thread, expr)?;
        if self.is_landmark_call(expr.span) {
            let number = match self.frame(thread).values.last() {
                Some(Value::Scalar(Scalar::Integer(number))) => Some(*number),
                Some(_) | None => None,
            };
            let pass = Operation::Pass { passage: Passage::Return(number), span: expr.span };
            self.plan(thread, vec![Task::Operation(pass)]);
        }
        Ok(())
    }

    /// Whether the end of a call is a landmark.
    fn is_landmark_call(&self, span: Span) -> bool {
        self.landmarks.as_ref().is_some_and(|landmarks| landmarks.calls.contains(&(span.file, span.end)))
    }

    fn convert_result(&mut self, thread: usize, expr: &'u Expr) -> Result<(), Trouble> {
        let value = self.pop(thread);
        let types = self.types();
        let is_unused = matches!(self.frame(thread).tasks.last(), Some(Task::Discard));
        match (value, shape(types, expr.ty)) {
            (_, Shape::Nothing) => self.push(thread, Value::Void),
            (Value::Void, _) if is_unused => self.push(thread, Value::Void),
            (Value::Void, Shape::Scalar(_)) => {
                self.plan(thread, vec![choose(ChoiceKind::Indeterminate, expr.ty, expr.span)]);
            }
            (Value::Void, _) => {
                let size = types.size_of(expr.ty).unwrap_or(0) as usize;
                self.push(thread, Value::Bytes(vec![Byte::UNKNOWN; size].into()));
            }
            (Value::Scalar(scalar), Shape::Scalar(_)) => {
                // The function may have another type than the pointer through which it was called.
                let converted = arithmetic::convert(types, scalar, types.void(), expr.ty)?;
                self.push_scalar(thread, converted);
            }
            (Value::Bytes(bytes), Shape::Struct | Shape::Raw(_))
                if types.size_of(expr.ty) == Some(bytes.len() as u64) =>
            {
                self.push(thread, Value::Bytes(bytes));
            }
            _ => return Trouble::unsupported("a call through a pointer to a function with another result type"),
        }
        Ok(())
    }
}
