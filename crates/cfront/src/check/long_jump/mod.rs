//! `setjmp` and `longjmp` (C11 7.13) as ordinary returns: while a jump is in progress, each function that it leaves returns at once, and
//! the function with the call of `setjmp` goes to a label in front of that call.
//!
//! `f(x)` becomes `({ T result = f(x); if (__raddle_jump_target) return ...; result; })` if `f` may jump. A function may jump if it calls
//! `longjmp` or a function that may jump; a call through a pointer may jump if the address of such a function is taken. In a function that
//! calls `setjmp` this `return` is a `goto` to the end of the innermost block around both calls that has objects, or of the function. There
//! `written/__raddle_long_jump.c` decides whether the jump belongs to this call of the function, and to which `setjmp`. The statement with
//! that `setjmp` is executed again, and the call returns the value of the jump. Blocks around both calls are not left: their objects live on.
//!
//! A jump to a function that has returned or runs in another thread, or to a buffer that was never set, reads through an invalid pointer: a
//! violation of memory. Local variables that are not volatile and have changed since `setjmp` have any value after the jump (C11
//! 7.13.2.1p3; see `lost`).
//!
//! Left out, as `Unsupported`: a `setjmp` that is not evaluated first in its statement (C11 7.13.1.1p4) or whose address is taken, jumps that
//! may lose the value of an object that cannot be copied, and jumps out of functions that `pthread_once`, `exit` or a cleanup routine runs.

use rustc_hash::FxHashSet;

use self::calls::Calls;
use self::code::Code;
use super::Checker;
use super::walk::{Rewrite, Use, walk, walk_initializer};
use crate::typed::{Expr, ExprKind, FunctionId, VariableId};
use crate::written::text;

mod calls;
mod code;
mod lost;
mod mention;
mod site;

const SETS: [&str; 4] = ["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"];
pub(super) const JUMPS: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];
/// Functions of the library that call what they get.
const CALL_BACK: [&str; 3] = ["pthread_once", "call_once", "__raddle_cleanup_push"];

/// The functions and objects of `written/__raddle_long_jump.c`.
struct Own {
    enter: FunctionId,
    leave: FunctionId,
    set: FunctionId,
    jump: FunctionId,
    arrives: FunctionId,
    result: FunctionId,
    target: VariableId,
}

impl Own {
    fn functions(&self) -> [FunctionId; 6] {
        [self.enter, self.leave, self.set, self.jump, self.arrives, self.result]
    }
}

impl Checker {
    /// Comes when all bodies are there, and before variable arguments become ordinary ones.
    pub(super) fn write_long_jumps(&mut self) {
        let (sets, jumps) = (self.declared_only(&SETS), self.declared_only(&JUMPS));
        let is_used = |id: &FunctionId| self.unit.functions[*id].is_used;
        if !sets.iter().chain(&jumps).any(is_used) {
            return;
        }
        let Some(own) = self.own_jumps() else { return };
        let (jumping, by_pointer) = self.jumping_functions(&own, &jumps);
        for &function in &jumping {
            self.unit.functions[function].is_noreturn = false;
        }
        let has_threads = ["pthread_create", "thrd_create"].iter().any(|name| self.unit.names(name));
        let call_back = self.declared_only(&CALL_BACK);
        for function in self.unit.functions.ids().collect::<Vec<_>>() {
            if own.functions().contains(&function) {
                continue;
            }
            let Some(mut body) = self.unit.functions[function].body.take() else { continue };
            let mut code = Code {
                checker: self,
                own: &own,
                function,
                sets: &sets,
                sites: Vec::new(),
                visible: Vec::new(),
                copies: Vec::new(),
                has_threads,
            };
            let frame = code.sets_in(&body).then(|| code.frame(&mut body));
            let mut calls = Calls {
                jumping: &jumping,
                by_pointer,
                jumps: &jumps,
                call_back: &call_back,
                code: &mut code,
                frame: frame.as_ref(),
                arrivals: Vec::new(),
            };
            walk(&mut body, &mut calls);
            if let Some(frame) = frame {
                code.finish(frame, &mut body);
            }
            self.unit.functions[function].body = Some(body);
        }
        self.refuse_pointers(&sets, &jumps);
    }

    fn own_jumps(&mut self) -> Option<Own> {
        let name = "__raddle_long_jump";
        let written = text(name, self.unit.types.model())?;
        let jump = self.own_function(name, &written)?;
        let mut named = |name: &str| {
            let function = self.function_named(name)?;
            self.unit.functions[function].is_used = true;
            Some(function)
        };
        let (enter, leave) = (named("__raddle_enter_frame")?, named("__raddle_leave_frame")?);
        let (set, arrives) = (named("__raddle_set_jump")?, named("__raddle_jump_arrives")?);
        let result = named("__raddle_jump_result")?;
        let is_target = |id: &VariableId| *self.unit.variables[*id].name == *"__raddle_jump_target";
        let target = self.unit.variables.ids().find(is_target)?;
        Some(Own { enter, leave, set, jump, arrives, result, target })
    }

    /// The functions that may return while a jump is in progress, and whether a call through a pointer may.
    fn jumping_functions(&mut self, own: &Own, jumps: &FxHashSet<FunctionId>) -> (FxHashSet<FunctionId>, bool) {
        let mut found = Vec::new();
        let mut pointed = FxHashSet::default();
        for function in self.unit.functions.ids() {
            let Some(body) = &self.unit.functions[function].body else { continue };
            let mut named = Named { called: FxHashSet::default(), pointed: &mut pointed, by_pointer: false };
            walk(&mut body.clone(), &mut named);
            let Named { called, by_pointer, .. } = named;
            found.push((function, called, by_pointer));
        }
        for variable in self.unit.variables.values() {
            if let Some(initializer) = &variable.initializer {
                let mut named = Named { called: FxHashSet::default(), pointed: &mut pointed, by_pointer: false };
                walk_initializer(&mut initializer.clone(), &mut named, &mut Vec::new());
            }
        }
        let mut jumping: FxHashSet<FunctionId> = jumps.clone();
        jumping.insert(own.jump);
        loop {
            let known = jumping.len();
            let any_pointer = jumping.iter().any(|function| pointed.contains(function));
            for (function, called, by_pointer) in &found {
                if (*by_pointer && any_pointer) || called.iter().any(|called| jumping.contains(called)) {
                    jumping.insert(*function);
                }
            }
            if jumping.len() == known {
                return (jumping, any_pointer);
            }
        }
    }

    /// Makes the remaining uses of the functions unsupported.
    fn refuse_pointers(&mut self, sets: &FxHashSet<FunctionId>, jumps: &FxHashSet<FunctionId>) {
        let functions = sets.union(jumps).copied().collect();
        self.rewrite_everything_but(&[], &mut Refuse { functions });
    }
}

/// The functions that code names.
struct Named<'p> {
    called: FxHashSet<FunctionId>,
    pointed: &'p mut FxHashSet<FunctionId>,
    by_pointer: bool,
}

impl Rewrite for Named<'_> {
    fn expression(&mut self, _: &mut Expr, _: &mut Vec<VariableId>) {}

    fn used_expression(&mut self, expr: &mut Expr, using: Use, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Function(function) if using != Use::Nothing => {
                self.pointed.insert(*function);
            }
            ExprKind::Call { callee, .. } => match callee.kind {
                ExprKind::Function(function) => {
                    self.called.insert(function);
                }
                _ => self.by_pointer = true,
            },
            _ => {}
        }
    }
}

/// Puts `Unsupported` in the place of functions.
struct Refuse {
    functions: FxHashSet<FunctionId>,
}

impl Rewrite for Refuse {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match &expr.kind {
            ExprKind::Call { callee, .. } if matches!(callee.kind, ExprKind::Unsupported(_)) => {
                let what = "a setjmp that is not the first thing in its statement";
                expr.kind = ExprKind::Unsupported(what.into());
            }
            ExprKind::Function(function) if self.functions.contains(function) => {
                expr.kind = ExprKind::Unsupported("the address of a function that sets or makes jumps".into());
            }
            _ => {}
        }
    }
}
