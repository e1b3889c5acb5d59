//! Inputs whose last use maps many values to few.
//!
//! `(_Bool)n`, `n % 5`, `n & 7` and `(char)n` map many values of an input to few. If this is the only use of the input, each result is
//! represented by the value that the operation leaves unchanged: the input is restricted to these values, and the result is the input
//! itself. This is exact: every result keeps a value that leads to it, and no other code can distinguish the values. A use is the last one
//! if the operand is a register that is dead after the transition and read once in it, and the symbol is in no other register and in no
//! reachable object; or if the operand is a result that C leaves undefined (`c /= 0` of a narrow `c`).

use crate::entity::Entity;
use crate::footprint::{Accessed, Footprint};
use crate::semantics::evaluate::Evaluation;
use crate::semantics::value::{Interval, SymbolId, Value};
use crate::syntax::{BinaryOperator, Expr, ExprKind, LocalId, PlaceKind};
use crate::types::{TypeId, TypeKind};

impl Evaluation<'_, '_, '_> {
    /// Before a conversion: restricts the operand to the values that the type holds, if this is its last use.
    pub(super) fn represent_cast(&mut self, operand: &Expr, value: &Value, to: TypeId) {
        let kept = match self.machine.program.types.kind(to) {
            TypeKind::Bool => Interval::between(0, 1),
            TypeKind::Int(_) => self.shape(to).ok().map(|shape| shape.range()),
            _ => None,
        };
        if let Some(kept) = kept {
            self.represent(operand, value, kept);
        }
    }

    /// Before an operation with a number: restricts the left operand to the values that the operation leaves as they are.
    pub(super) fn represent_operation(
        &mut self,
        operator: BinaryOperator,
        operand: &Expr,
        left: &Value,
        right: &Value,
    ) {
        let (Value::Symbol(..), Value::Integer(number)) = (left, right) else { return };
        let Some(interval) = self.state.interval(left) else { return };
        let kept = match operator {
            BinaryOperator::Remainder if *number > 0 && interval.low <= 0 => {
                // Remainders have the sign of the left operand.
                let low = if interval.low == 0 { 0 } else { 1 - number };
                Interval::between(low, number - 1)
            }
            BinaryOperator::BitAnd if *number >= 0 && (number + 1) & number == 0 => Interval::between(0, *number),
            _ => None,
        };
        if let Some(kept) = kept {
            self.represent(operand, left, kept);
        }
    }

    /// Whether the operation leaves every value of the left operand as it is.
    pub(super) fn is_kept(&self, operator: BinaryOperator, left: &Value, right: &Value) -> bool {
        let (Value::Symbol(..), Value::Integer(number), Some(interval)) = (left, right, self.state.interval(left))
        else {
            return false;
        };
        match operator {
            BinaryOperator::Remainder => *number > 0 && -number < interval.low && interval.high < *number,
            BinaryOperator::BitAnd => {
                *number >= 0 && (number + 1) & number == 0 && interval.low >= 0 && interval.high <= *number
            }
            _ => false,
        }
    }

    fn represent(&mut self, operand: &Expr, value: &Value, kept: Interval) {
        let Value::Symbol(symbol, added) = *value else { return };
        let known = self.state.symbols[symbol].shifted(added);
        if (known.low, known.high) == (kept.low, kept.high) || known.hole.is_some() || !known.covers(kept) {
            return;
        }
        if self.is_last_use(operand, symbol) || self.is_undefined_result(operand, symbol) {
            self.state.symbols[symbol] = Interval { is_any: known.is_any, ..kept.shifted(-added) };
        }
    }

    /// Whether a symbol is what undefined arithmetic has just given, and nowhere else.
    fn is_undefined_result(&self, operand: &Expr, symbol: SymbolId) -> bool {
        let is_it = |value: &Value| matches!(value, Value::Symbol(it, _) if *it == symbol);
        matches!(operand.kind, ExprKind::Binary(..))
            && self.state.undefined.iter().any(is_it)
            && !self.state.reaches(symbol, self.machine.program.globals.len())
    }

    fn is_last_use(&self, operand: &Expr, symbol: SymbolId) -> bool {
        let ExprKind::Read(place) = &operand.kind else { return false };
        let PlaceKind::Local(local) = place.kind else { return false };
        let frame = self.state.threads[self.thread as usize].frame();
        let procedure = &self.machine.program.procedures[frame.procedure];
        if !procedure.locals[local].is_register {
            return false;
        }
        let automaton = &self.machine.automata[frame.procedure];
        let live = &self.machine.live[frame.procedure];
        automaton.outgoing(frame.location).iter().all(|&way| {
            let transition = &automaton.transitions[way];
            let footprint = Footprint::of(self.machine.program, procedure, transition);
            let is_read_of = |target: Accessed<'_>| matches!(target, Accessed::Place(it) if it.kind == place.kind);
            let n_reads = footprint.accesses.iter().filter(|it| !it.is_write && is_read_of(it.target)).count();
            n_reads == 1 && !live.is_live(transition.to, local)
        }) && !self.is_elsewhere(local, symbol)
    }

    /// Whether a symbol is anywhere but in this register and in dead ones of the running frame.
    fn is_elsewhere(&self, local: LocalId, symbol: SymbolId) -> bool {
        let mut state = self.state.clone();
        let frame = state.thread_mut(self.thread).frame_mut();
        let live = &self.machine.live[frame.procedure];
        for (other, data) in self.machine.program.procedures[frame.procedure].locals.iter() {
            if other == local || data.is_register && !live.is_live(frame.location, other) {
                frame.registers[other.index()] = Value::Integer(0);
            }
        }
        state.reaches(symbol, self.machine.program.globals.len())
    }
}
