//! Calls: the procedure that a pointer names, and the initial values of the locals of a called procedure.

use raddle_logic::sort::Sort;
use raddle_program::syntax::{Expr, ExprKind, ProcedureId};

use crate::symbolic::layout::{TAG, WILD};
use crate::symbolic::step::{Evaluated, Symbolic};

/// The most occurrences of a procedure in a chain of calls.
pub const DEPTH: usize = 12;

/// The procedure that a pointer expression names directly.
pub fn direct(pointer: &Expr) -> Option<ProcedureId> {
    match &pointer.kind {
        ExprKind::Procedure(procedure) => Some(*procedure),
        ExprKind::Cast(inner) => direct(inner),
        _ => None,
    }
}

impl Symbolic<'_> {
    /// Assigns the arguments to the parameters of a called procedure; its other locals get any value.
    pub fn call(&mut self, callee: usize, arguments: &[Expr]) -> Evaluated<()> {
        let procedure = self.layout.contexts[callee].procedure;
        let data = &self.task.program.procedures[procedure];
        if !data.is_defined {
            return self.unsupported(&format!("a call of {} through a pointer, which has no body", data.name));
        }
        let mut values = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            // Surplus arguments are evaluated and dropped.
            let value = self.value(argument)?;
            if let Some(&parameter) = data.parameters.get(at) {
                values.push((parameter, self.converted(value, argument.ty, data.locals[parameter].ty)?));
            }
        }
        let caller = std::mem::replace(&mut self.context, callee);
        let layout = self.layout;
        for (slot, own) in layout.slots.iter().enumerate().filter(|(_, own)| own.context == Some(callee)) {
            self.state[slot] = if own.sort == Sort::BitVec(TAG + 64) {
                let (tag, bits) = (self.terms.number(TAG, WILD), self.terms.fresh("any", Sort::BitVec(64)));
                self.terms.concat(tag, bits)
            } else {
                self.terms.fresh("any", own.sort)
            };
        }
        let mut objects: Vec<usize> = layout.contexts[callee].memory.values().copied().collect();
        objects.sort_unstable();
        for object in objects {
            self.forget_addresses(object);
        }
        for (parameter, value) in values {
            self.set_register(parameter, value)?;
        }
        self.context = caller;
        Ok(())
    }
}
