//! What inline assembly of x86-64 means in C, as expressions that do the same: hints, fences, empty templates and the instructions
//! that programs use as atomic operations. Instructions of ARM and AVR that disable interrupts are read, too. Other templates have no meaning here.

use crate::ast::{Expr, ExprKind, IntegerLiteral, PrefixOperator};
use raddle_program::source::Span;
use std::sync::Arc;

/// An operand of inline assembly.
pub(super) struct Operand {
    /// Its name, for `%[name]`.
    pub name: Option<Arc<str>>,
    /// `"+m"`
    pub constraint: String,
    /// What it stands for.
    pub value: Expr,
    /// Whether it is one of the outputs.
    pub is_output: bool,
}

impl Operand {
    /// Whether no register and no constant will do.
    fn stays_in_memory(&self) -> bool {
        !self.constraint.is_empty() && self.constraint.chars().all(|letter| "moV<>".contains(letter))
    }
}

/// Whether an expression names an object without effects.
fn is_name(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Identifier(_) | ExprKind::Integer(_) => true,
        ExprKind::Prefix(PrefixOperator::AddressOf | PrefixOperator::Dereference, operand)
        | ExprKind::Member { base: operand, .. }
        | ExprKind::Cast(_, operand) => is_name(operand),
        ExprKind::Index(array, index) => is_name(array) && is_name(index),
        ExprKind::Infix(_, left, right) => is_name(left) && is_name(right),
        _ => false,
    }
}

/// The parts of inline assembly.
pub(super) struct Assembly {
    /// The instructions.
    pub template: String,
    /// Outputs, then inputs.
    pub operands: Vec<Operand>,
    /// Where it stands.
    pub span: Span,
}

impl Assembly {
    /// Expressions that do the same, in order; `None` if that is not known.
    pub(super) fn meaning(&self) -> Option<Vec<Expr>> {
        let text = self.template.to_lowercase().replace([';', ',', '\n', '\t'], " ");
        let words: Vec<&str> = text.split_whitespace().collect();
        let (is_locked, words) = match words.as_slice() {
            ["lock", rest @ ..] => (true, rest),
            all => (false, all),
        };
        match words {
            [] if !is_locked => self.renamed(),
            ["pause" | "nop" | "yield"] | ["rep", "nop"] if self.operands.is_empty() => Some(Vec::new()),
            ["wfi" | "wfe" | "sev" | "sleep"] if self.operands.is_empty() => Some(Vec::new()),
            ["dsb" | "dmb" | "isb", ..] if self.operands.is_empty() => {
                Some(vec![self.call("__sync_synchronize", Vec::new())])
            }
            ["cli"] | ["cpsid", "i"] if self.operands.is_empty() => {
                Some(vec![self.call("__raddle_disable_interrupts", Vec::new())])
            }
            ["sei" | "sti"] | ["cpsie", "i"] if self.operands.is_empty() => {
                Some(vec![self.call("__raddle_enable_interrupts", Vec::new())])
            }
            ["mfence" | "lfence" | "sfence"] if self.operands.is_empty() => {
                Some(vec![self.call("__sync_synchronize", Vec::new())])
            }
            // Nothing is added to the top of the stack: a fence of old programs.
            ["addl" | "addq" | "orl" | "orq", "$0" | "$0x0", _] if is_locked && self.operands.is_empty() => {
                Some(vec![self.call("__sync_synchronize", Vec::new())])
            }
            [word, target] if is_locked => {
                let function = match self.stem(word, &["inc", "dec"])? {
                    "inc" => "__sync_fetch_and_add",
                    _ => "__sync_fetch_and_sub",
                };
                Some(vec![self.call(function, vec![self.memory(target)?, self.number(1)])])
            }
            [word, source, target] => self.on_two(is_locked, word, source, target),
            _ => None,
        }
    }

    /// An instruction with two operands, the second one in memory.
    fn on_two(&self, is_locked: bool, word: &str, source: &str, target: &str) -> Option<Vec<Expr>> {
        let stem = self.stem(word, &["xadd", "xchg", "cmpxchg", "add", "sub", "and", "or", "xor"])?;
        match stem {
            "xchg" => {
                // Either operand may be the one in memory; the instruction is atomic by itself.
                let (register, memory) = match self.memory(target) {
                    Some(memory) => (source, memory),
                    None => (target, self.memory(source)?),
                };
                let (result, given) = self.exchanged(register)?;
                let order = self.number(5);
                Some(vec![self.assign(result, self.call("__atomic_exchange_n", vec![memory, given, order]))])
            }
            "xadd" if is_locked => {
                let (result, given) = self.exchanged(source)?;
                let memory = self.memory(target)?;
                Some(vec![self.assign(result, self.call("__sync_fetch_and_add", vec![memory, given]))])
            }
            "cmpxchg" if is_locked => {
                let is_accumulator = |operand: &&Operand| operand.is_output && operand.constraint.contains('a');
                let position = self.operands.iter().position(|operand| is_accumulator(&operand))?;
                let (result, expected) = self.exchanged(&format!("%{position}"))?;
                let (memory, new) = (self.memory(target)?, self.input(source)?);
                let call = self.call("__sync_val_compare_and_swap", vec![memory, expected, new]);
                Some(vec![self.assign(result, call)])
            }
            "add" | "sub" | "and" | "or" | "xor" if is_locked => {
                let arguments = vec![self.memory(target)?, self.input(source)?];
                Some(vec![self.call(&format!("__sync_fetch_and_{stem}"), arguments)])
            }
            _ => None,
        }
    }

    /// An empty template copies each input to the output that has the same operand. The remaining inputs are evaluated. An input that
    /// stays in memory is not read: only its address is computed, which matters only if the expression has side effects.
    fn renamed(&self) -> Option<Vec<Expr>> {
        let mut handed_on: Vec<*const Operand> = Vec::new();
        let mut assignments = Vec::new();
        for (position, output) in self.operands.iter().enumerate().filter(|(_, operand)| operand.is_output) {
            if output.constraint.starts_with('=') {
                let given = self.matching(position)?;
                handed_on.push(given);
                assignments.push(self.assign(output.value.clone(), given.value.clone()));
            }
        }
        let is_evaluated = |operand: &&Operand| {
            let is_handed_on = handed_on.iter().any(|given| std::ptr::eq(*given, *operand));
            !(operand.is_output || is_handed_on || operand.stays_in_memory() && is_name(&operand.value))
        };
        let mut meaning: Vec<Expr> =
            self.operands.iter().filter(is_evaluated).map(|operand| operand.value.clone()).collect();
        meaning.extend(assignments);
        Some(meaning)
    }

    /// The known instruction that a word is, with or without the letter for its width.
    fn stem<'s>(&self, word: &str, known: &[&'s str]) -> Option<&'s str> {
        let is_it = |stem: &&&str| word.strip_prefix(**stem).is_some_and(|end| ["", "b", "w", "l", "q"].contains(&end));
        known.iter().find(is_it).copied()
    }

    /// The operand that a word of the template names.
    fn position(&self, word: &str) -> Option<usize> {
        let name = word.strip_prefix('%')?;
        if let Some(name) = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            return self.operands.iter().position(|operand| operand.name.as_deref() == Some(name));
        }
        name.parse().ok().filter(|&position| position < self.operands.len())
    }

    /// The address of an operand in memory that the instruction changes.
    fn memory(&self, word: &str) -> Option<Expr> {
        let operand = &self.operands[self.position(word)?];
        let is_memory = operand.is_output && operand.constraint.contains('m') && !operand.constraint.contains('r');
        is_memory.then(|| Expr {
            kind: ExprKind::Prefix(PrefixOperator::AddressOf, Box::new(operand.value.clone())),
            span: self.span,
        })
    }

    /// An operand that is only read.
    fn input(&self, word: &str) -> Option<Expr> {
        let operand = &self.operands[self.position(word)?];
        (!operand.is_output).then(|| operand.value.clone())
    }

    /// An operand in a register that is read and written: what it becomes, and what it was.
    fn exchanged(&self, word: &str) -> Option<(Expr, Expr)> {
        let position = self.position(word)?;
        let operand = &self.operands[position];
        if !operand.is_output {
            return None;
        }
        if operand.constraint.starts_with('+') {
            // It is named twice: it must have no effects.
            let is_name = matches!(operand.value.kind, ExprKind::Identifier(_));
            return is_name.then(|| (operand.value.clone(), operand.value.clone()));
        }
        let given = self.matching(position)?;
        Some((operand.value.clone(), given.value.clone()))
    }

    /// The input in the place of an output: it names it by its number, or both ask for the accumulator.
    fn matching(&self, output: usize) -> Option<&Operand> {
        let wants_accumulator = self.operands[output].constraint.contains('a');
        self.operands.iter().find(|operand| {
            let is_accumulator = wants_accumulator && operand.constraint == "a";
            !operand.is_output && (operand.constraint == output.to_string() || is_accumulator)
        })
    }

    fn call(&self, function: &str, arguments: Vec<Expr>) -> Expr {
        let callee = Expr { kind: ExprKind::Identifier(function.into()), span: self.span };
        Expr { kind: ExprKind::Call(Box::new(callee), arguments), span: self.span }
    }

    fn assign(&self, left: Expr, right: Expr) -> Expr {
        let (left, right) = (Box::new(left), Box::new(right));
        Expr { kind: ExprKind::Assign { operator: None, left, right }, span: self.span }
    }

    fn number(&self, value: u128) -> Expr {
        let literal = IntegerLiteral { value, is_unsigned: false, longs: 0, is_decimal: true };
        Expr { kind: ExprKind::Integer(literal), span: self.span }
    }
}
