//! The operands of inline assembly: by number, by name, and by what their constraints say.

use crate::ast::{Expr, ExprKind, PrefixOperator};
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
        self.is_one_of("moV<>")
    }

    /// Whether it is certainly in a register, or a flag of the processor.
    pub(super) fn is_in_register(&self) -> bool {
        self.constraint.starts_with("=@cc") || self.is_one_of("rqQRabcdSDAxltuyvf0123456789")
    }

    /// Whether the instructions access it by its name only: the compiler may give them a register.
    pub(super) fn may_be_in_register(&self) -> bool {
        self.is_in_register() || self.is_one_of("rqQmg") && self.constraint.contains(['r', 'q', 'Q', 'g'])
    }

    fn is_one_of(&self, kinds: &str) -> bool {
        let letters = self.constraint.trim_start_matches(['=', '+', '&', '%']);
        !letters.is_empty() && letters.chars().all(|letter| kinds.contains(letter))
    }

    /// Whether an empty template reads nothing of an input: only its address is computed, and that has no effects.
    pub(super) fn is_unread(&self) -> bool {
        self.stays_in_memory() && is_name(&self.value)
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

/// The operands of an assembly statement: outputs, then inputs.
pub(super) struct Operands(Vec<Operand>);

impl Operands {
    pub(super) fn new(operands: Vec<Operand>) -> Operands {
        Operands(operands)
    }

    pub(super) fn all(&self) -> &[Operand] {
        &self.0
    }

    /// What the outputs stand for.
    pub(super) fn outputs(&self) -> Vec<Expr> {
        self.0.iter().filter(|operand| operand.is_output).map(|operand| operand.value.clone()).collect()
    }

    /// What the inputs stand for.
    pub(super) fn inputs(&self) -> Vec<Expr> {
        self.0.iter().filter(|operand| !operand.is_output).map(|operand| operand.value.clone()).collect()
    }

    /// The only output that is a flag: the letters of its condition, and what it stands for.
    pub(super) fn flag_output(&self) -> Option<(&str, Expr)> {
        let mut flags = self.0.iter().filter_map(|operand| Some((operand.constraint.strip_prefix("=@cc")?, operand)));
        let (condition, operand) = flags.next()?;
        flags.next().is_none().then(|| (condition, operand.value.clone()))
    }

    /// The operand that a word of the template names.
    fn position(&self, word: &str) -> Option<usize> {
        let name = word.strip_prefix('%')?;
        if let Some(name) = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            return self
                .0
                .iter()
                .position(|operand| operand.name.as_deref().is_some_and(|own| own.to_lowercase() == name));
        }
        name.parse().ok().filter(|&position| position < self.0.len())
    }

    fn named(&self, word: &str) -> Option<&Operand> {
        Some(&self.0[self.position(word)?])
    }

    /// An operand in memory that the instruction changes.
    pub(super) fn memory(&self, word: &str) -> Option<Expr> {
        let operand = self.named(word)?;
        let is_memory = operand.is_output && operand.constraint.contains('m') && !operand.constraint.contains('r');
        is_memory.then(|| operand.value.clone())
    }

    /// An operand in memory that is only read.
    pub(super) fn memory_input(&self, word: &str) -> Option<Expr> {
        let operand = self.named(word)?;
        (!operand.is_output && operand.stays_in_memory()).then(|| operand.value.clone())
    }

    /// An operand in a register that is only written.
    pub(super) fn written(&self, word: &str) -> Option<Expr> {
        let operand = self.named(word)?;
        let is_it = operand.is_output && operand.is_in_register() && operand.constraint.starts_with('=');
        is_it.then(|| operand.value.clone())
    }

    /// An operand that is only read.
    pub(super) fn input(&self, word: &str) -> Option<Expr> {
        let operand = self.named(word)?;
        (!operand.is_output).then(|| operand.value.clone())
    }

    /// An operand that is only read, in a register.
    pub(super) fn register_input(&self, word: &str) -> Option<Expr> {
        let operand = self.named(word)?;
        (!operand.is_output && operand.is_in_register()).then(|| operand.value.clone())
    }

    /// The number of a bit: in a register, or a constant that is less than `bits` wherever it is one.
    pub(super) fn bit_number(&self, word: &str, bits: u64) -> Option<Expr> {
        let operand = self.named(word)?;
        // A constant beyond the word would name a bit of the word, in a register one behind it. `I` is at most 31, `J` at most 63.
        let letters = operand.constraint.as_str();
        let is_within = matches!((letters, bits), ("r", _) | ("Ir" | "rI", 32 | 64) | ("Jr" | "rJ", 64));
        (!operand.is_output && is_within && is_name(&operand.value)).then(|| operand.value.clone())
    }

    /// The position of the output in the accumulator.
    pub(super) fn accumulator(&self) -> Option<usize> {
        self.0.iter().position(|operand| operand.is_output && operand.constraint.contains('a'))
    }

    /// The input in the accumulator, if no output is there.
    pub(super) fn accumulator_input(&self) -> Option<Expr> {
        let input = self.0.iter().find(|operand| !operand.is_output && operand.constraint == "a")?;
        self.accumulator().is_none().then(|| input.value.clone())
    }

    /// An operand in a register that is read and written: what it becomes, and what it was.
    pub(super) fn exchanged(&self, word: &str) -> Option<(Expr, Expr)> {
        let position = self.position(word)?;
        let operand = &self.0[position];
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
    pub(super) fn matching(&self, output: usize) -> Option<&Operand> {
        let wants_accumulator = self.0[output].constraint.contains('a');
        self.0.iter().find(|operand| {
            let is_accumulator = wants_accumulator && operand.constraint == "a";
            !operand.is_output && (operand.constraint == output.to_string() || is_accumulator)
        })
    }
}
