//! Thread creations and operations on synchronization objects, as calls of stubs.

use raddle_program::builder::{binary, cast, integer};
use raddle_program::source::Span;
use raddle_program::syntax::{
    BinaryOperator, Block, Effect, Expr, ExprKind, LocalId, Statement, Synchronization as S, SynchronizationFamily,
};

use super::rewrite::{Copy, Writer};
use super::{Figure, statement};

impl Figure<'_> {
    /// Creates the thread of this creation, or in a loop the next thread that is not yet created.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn spawn(
        &mut self,
        writer: &Writer,
        copy: &Copy,
        [argument, id]: [&Expr; 2],
        is_detached: Option<&Expr>,
        result: Option<LocalId>,
        number: usize,
        block: &mut Block,
    ) {
        let threads = self.transition(copy, number).and_then(|at| self.started.get(&at).cloned()).unwrap_or_default();
        let (argument, id) = (self.expr(copy.context, argument), self.expr(copy.context, id));
        // From the last thread to the first: if a thread was created already, the next one is created.
        let mut steps = vec![statement(Effect::Unsupported("more threads are created than the text has".into()))];
        for &thread in threads.iter().rev() {
            let context = self.instances[thread].context;
            let procedure = self.simulation.procedure(context);
            let program = self.simulation.task.program.clone();
            let mut create = Vec::new();
            if let Some(&parameter) = program.procedures[procedure].parameters.first() {
                let target = self.local_place(context, parameter);
                let value = if argument.ty == target.ty { argument.clone() } else { cast(argument.clone(), target.ty) };
                create.push(statement(Effect::Assign { target, value }));
            }
            let mut arguments = vec![id.clone(), integer(thread as i128, self.int)];
            let name = match is_detached {
                None => "seq_create",
                Some(state) => {
                    arguments.push(self.expr(copy.context, state));
                    "seq_create_detached"
                }
            };
            create.extend(self.stub(writer, copy, name, arguments, result));
            let created = self.element(self.names.created, thread);
            let is_free = binary(&mut self.out.types, BinaryOperator::Equal, created, integer(0, self.int));
            steps = vec![Statement::If { condition: is_free, then: create, otherwise: steps, span: Span::NOWHERE }];
        }
        if let [thread] = threads[..]
            && !self.is_repeated(copy, number)
            && let [Statement::If { then, .. }] = &steps[..]
        {
            // This creation is executed once.
            let _ = thread;
            steps = then.clone();
        }
        self.execute(block, steps);
    }

    /// Whether a thread may execute a statement twice.
    fn is_repeated(&self, copy: &Copy, number: usize) -> bool {
        let mut at = self.transition(copy, number);
        while let Some((context, transition)) = at {
            let automaton = &self.simulation.automata[self.simulation.procedure(context)];
            if raddle_analysis::points_to::lies_on_cycle(automaton, transition) {
                return true;
            }
            at = self.simulation.callees.iter().find(|&(_, &inner)| inner == context).map(|(&caller, _)| caller);
        }
        false
    }

    /// The size of the object whose address a pointer expression takes.
    fn size_behind(&self, pointer: &Expr) -> Option<u64> {
        match &pointer.kind {
            ExprKind::AddressOf(place) => self.out.types.size_of(place.ty),
            ExprKind::Cast(inner) => self.size_behind(inner),
            _ => None,
        }
    }

    pub(super) fn synchronize(
        &mut self,
        writer: &Writer,
        copy: &Copy,
        operation: S,
        operands: &[Expr],
        result: Option<LocalId>,
        block: &mut Block,
    ) {
        let Some(name) = super::stubs::name_of(operation) else {
            return self.unsupported(block, &format!("{operation:?}"));
        };
        // The object of a condition wait is its mutex: waits may end at any time.
        let object = if operation == S::ConditionRelease { operands.get(1) } else { operands.first() };
        let mut arguments = Vec::new();
        let mut is_small = false;
        if let Some(object) = object {
            is_small = self.size_behind(object).is_some_and(|size| size < super::stubs::MUTEX);
            let pointer = self.out.types.pointer_to(self.int);
            let object = self.expr(copy.context, object);
            // Thread ids are numbers.
            let is_thread = operation.family() == SynchronizationFamily::Thread;
            arguments.push(if is_thread { object } else { cast(object, pointer) });
        }
        // A mutex of the program may be smaller than the header's; it has no kind then.
        let name = match super::stubs::small(name) {
            Some(small) if is_small => small,
            Some(_) | None => name,
        };
        if let (S::MutexInit | S::SemaphoreInit | S::BarrierInit, Some(number)) = (operation, operands.get(1))
            && !is_small_mutex(operation, is_small)
        {
            let number = self.expr(copy.context, number);
            arguments.push(if number.ty == self.int { number } else { cast(number, self.int) });
        }
        arguments.push(integer(writer.thread as i128, self.int));
        let steps = self.stub(writer, copy, name, arguments, result);
        self.execute(block, steps);
    }
}

/// Whether an operation concerns a mutex that is too small for a kind.
fn is_small_mutex(operation: S, is_small: bool) -> bool {
    is_small && operation.family() == SynchronizationFamily::Mutex
}
