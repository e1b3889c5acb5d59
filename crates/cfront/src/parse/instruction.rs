//! What inline assembly of x86-64 means in C, as expressions that do the same: hints, fences, empty templates and the instructions that
//! programs use as atomic operations, with the flags that programs read behind them. Instructions of ARM and AVR that disable interrupts
//! are read, too. Of instructions that compute in registers the results are any values. Other templates have no meaning here.
//!
//! The letter of an instruction says how many bytes it accesses. Whether the operands have that size is known when they have types:
//! `AssemblyMeaning::Known` carries the sizes that it relies on.

use super::operands::{Operand, Operands};
use crate::ast::{AssemblyMeaning, Expr, ExprKind, InfixOperator, IntegerLiteral, PrefixOperator};
use raddle_program::source::Span;

/// `__ATOMIC_ACQUIRE`, `__ATOMIC_RELEASE` and `__ATOMIC_SEQ_CST`. A load of x86-64 acquires, a store releases.
const ACQUIRE: u128 = 2;
const RELEASE: u128 = 3;
const SEQ_CST: u128 = 5;

/// Instructions that compute in registers and end normally, with or without the letter for a width.
const COMPUTING: &[&str] = &[
    "cpuid", "rdtsc", "rdtscp", "rdrand", "rdseed", "xgetbv", "bswap", "bsf", "bsr", "lzcnt", "tzcnt", "popcnt", "mov",
    "add", "sub", "adc", "sbb", "and", "or", "xor", "not", "neg", "inc", "dec", "mul", "imul", "shl", "shr", "sar",
    "rol", "ror", "shld", "shrd", "cmp", "test", "bt", "cltq", "cqto", "crc32", "nop", "pause", "lfence", "mfence",
    "sfence",
];

/// The parts of inline assembly.
pub(super) struct Assembly {
    /// The instructions.
    pub template: String,
    /// Outputs, then inputs.
    pub operands: Operands,
    /// Whether `"memory"` is among the clobbers.
    pub clobbers_memory: bool,
    /// Where it stands.
    pub span: Span,
}

/// One instruction of a template.
struct Instruction<'a> {
    /// Whether it has the prefix `lock`.
    is_locked: bool,
    /// The mnemonic and the operands.
    words: Vec<&'a str>,
}

/// What is computed, and the sizes that operands must have for that.
struct Meaning {
    expressions: Vec<Expr>,
    sizes: Vec<(Vec<Expr>, Option<u64>)>,
}

impl Meaning {
    fn of(expressions: Vec<Expr>) -> Meaning {
        Meaning { expressions, sizes: Vec::new() }
    }
}

/// A condition that an instruction leaves in the flags.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    Zero,
    NotZero,
    Negative,
    NotNegative,
    Carry,
    NoCarry,
}

impl Flag {
    /// The flag that `sete`, `setc` and so on ask for, by the letters behind `set`.
    fn named(condition: &str) -> Option<Flag> {
        Some(match condition {
            "z" | "e" => Flag::Zero,
            "nz" | "ne" => Flag::NotZero,
            "s" => Flag::Negative,
            "ns" => Flag::NotNegative,
            "c" => Flag::Carry,
            "nc" => Flag::NoCarry,
            _ => return None,
        })
    }
}

/// Where a program reads a flag.
struct Asked {
    flag: Flag,
    target: Expr,
    /// Whether all bits of the target become the flag (`sbb r, r`).
    fills: bool,
}

impl Assembly {
    /// What it does.
    pub(super) fn meaning(&self) -> AssemblyMeaning {
        let text = self.template.to_lowercase();
        let instructions = instructions(&text);
        if let Some(Meaning { expressions, sizes }) = instructions.as_ref().and_then(|all| self.known(all)) {
            return AssemblyMeaning::Known { expressions, sizes, outputs: self.operands.outputs() };
        }
        let outputs = self.operands.outputs();
        let writes_registers =
            self.operands.all().iter().all(|operand| !operand.is_output || operand.may_be_in_register());
        if !writes_registers {
            return AssemblyMeaning::Anything { outputs };
        }
        let is_certain = !text.contains(['(', '{', ':'])
            && !["%%rsp", "%%esp", "%%cr"].iter().any(|register| text.contains(register))
            && instructions.is_some_and(|all| all.iter().all(Instruction::computes));
        if is_certain || !(self.clobbers_memory || outputs.is_empty()) {
            return AssemblyMeaning::Computes { inputs: self.operands.inputs(), outputs, is_certain };
        }
        AssemblyMeaning::Anything { outputs }
    }

    /// The meaning of a template, if it is known exactly.
    fn known(&self, instructions: &[Instruction<'_>]) -> Option<Meaning> {
        match instructions {
            [] => Some(Meaning::of(self.renamed()?)),
            [one] => match self.operands.flag_output() {
                Some((condition, target)) => {
                    let asked = Asked { flag: Flag::named(condition)?, target, fills: false };
                    self.with_flag(one, &asked)
                }
                None => self.alone(one),
            },
            [one, test] => self.with_flag(one, &self.asked(test)?),
            _ => None,
        }
    }

    /// A template with one instruction.
    fn alone(&self, instruction: &Instruction<'_>) -> Option<Meaning> {
        let Instruction { is_locked, words } = instruction;
        let has_operands = !self.operands.all().is_empty();
        match words.as_slice() {
            ["pause" | "nop" | "yield" | "wfi" | "wfe" | "sev" | "sleep"] if !has_operands => {
                Some(Meaning::of(Vec::new()))
            }
            ["dsb" | "dmb" | "isb", ..] | ["mfence" | "lfence" | "sfence"] if !has_operands => Some(self.fence()),
            // Nothing is added to the top of the stack: a fence of old programs.
            ["addl" | "addq" | "orl" | "orq", "$0" | "$0x0", _] if *is_locked && !has_operands => Some(self.fence()),
            ["cli"] | ["cpsid", "i"] if !has_operands => {
                Some(Meaning::of(vec![self.call("__raddle_disable_interrupts", Vec::new())]))
            }
            ["sei" | "sti"] | ["cpsie", "i"] if !has_operands => {
                Some(Meaning::of(vec![self.call("__raddle_enable_interrupts", Vec::new())]))
            }
            [word, source, target] if !is_locked => {
                let (stem, width) = stem(word, &["mov", "xchg"])?;
                match stem {
                    "mov" => self.moved(width, source, target),
                    _ => self.exchange(width, source, target),
                }
            }
            [word, source, target] if stem(word, &["xadd", "xchg"]).is_some() => {
                let (stem, width) = stem(word, &["xadd", "xchg"])?;
                if stem == "xchg" {
                    return self.exchange(width, source, target);
                }
                let (result, given) = self.operands.exchanged(source)?;
                let memory = self.operands.memory(target)?;
                let sizes = vec![(vec![result.clone(), given.clone(), memory.clone()], width)];
                let added = self.call("__sync_fetch_and_add", vec![self.address(memory), given]);
                Some(Meaning { expressions: vec![self.assign(result, added)], sizes })
            }
            [word, source, target] if *is_locked && stem(word, &["cmpxchg"]).is_some() => {
                let (_, width) = stem(word, &["cmpxchg"])?;
                let (result, expected) = self.operands.exchanged(&format!("%{}", self.operands.accumulator()?))?;
                let (memory, new) = (self.operands.memory(target)?, self.operands.input(source)?);
                let sizes = vec![(vec![result.clone(), expected.clone(), memory.clone(), new.clone()], width)];
                let call = self.call("__sync_val_compare_and_swap", vec![self.address(memory), expected, new]);
                Some(Meaning { expressions: vec![self.assign(result, call)], sizes })
            }
            _ if *is_locked => self.changed(words, "fetch_and_", ""),
            _ => None,
        }
    }

    /// A move between a register and memory, or of a constant: one access, which the compiler cannot split.
    fn moved(&self, width: Option<u64>, source: &str, target: &str) -> Option<Meaning> {
        if let Some(memory) = self.operands.memory(target) {
            let (value, mut group) = match source.strip_prefix('$') {
                Some(number) => (self.number(number.parse().ok()?), Vec::new()),
                None => self.operands.register_input(source).map(|value| (value.clone(), vec![value]))?,
            };
            if group.is_empty() && width.is_none() {
                return None;
            }
            group.push(memory.clone());
            let store = self.call("__atomic_store_n", vec![self.address(memory), value, self.number(RELEASE)]);
            return Some(Meaning { expressions: vec![store], sizes: vec![(group, width)] });
        }
        let result = self.operands.written(target)?;
        let (value, group) = match self.operands.memory_input(source) {
            Some(memory) => {
                let load = self.call("__atomic_load_n", vec![self.address(memory.clone()), self.number(ACQUIRE)]);
                (load, vec![result.clone(), memory])
            }
            None => {
                let value = self.operands.register_input(source)?;
                (value.clone(), vec![result.clone(), value])
            }
        };
        Some(Meaning { expressions: vec![self.assign(result, value)], sizes: vec![(group, width)] })
    }

    /// Either operand of `xchg` may be the one in memory; the instruction is atomic by itself.
    fn exchange(&self, width: Option<u64>, source: &str, target: &str) -> Option<Meaning> {
        let (register, memory) = match self.operands.memory(target) {
            Some(memory) => (source, memory),
            None => (target, self.operands.memory(source)?),
        };
        let (result, given) = self.operands.exchanged(register)?;
        let sizes = vec![(vec![result.clone(), given.clone(), memory.clone()], width)];
        let exchange = self.call("__atomic_exchange_n", vec![self.address(memory), given, self.number(SEQ_CST)]);
        Some(Meaning { expressions: vec![self.assign(result, exchange)], sizes })
    }

    /// `inc`, `dec`, `add`, `sub`, `and`, `or`, `xor` of memory with the prefix `lock`, by the function `__sync_...` whose name has `before`
    /// and `behind` around the operation.
    fn changed(&self, words: &[&str], before: &str, behind: &str) -> Option<Meaning> {
        let (operation, width, memory, value) = match words {
            [word, target] => {
                let (stem, width) = stem(word, &["inc", "dec"])?;
                let operation = if stem == "inc" { "add" } else { "sub" };
                (operation, width, self.operands.memory(target)?, self.number(1))
            }
            [word, source, target] => {
                let (stem, width) = stem(word, &["add", "sub", "and", "or", "xor"])?;
                let value = match source.strip_prefix('$') {
                    Some(number) => self.number(number.parse().ok()?),
                    None => self.operands.input(source)?,
                };
                (stem, width, self.operands.memory(target)?, value)
            }
            _ => return None,
        };
        let sizes = vec![(vec![memory.clone()], width)];
        let name = format!("__sync_{before}{operation}{behind}");
        // The width of the access is that of the letter, or of the register; a constant has none.
        width
            .is_some()
            .then(|| Meaning { expressions: vec![self.call(&name, vec![self.address(memory), value])], sizes })
    }

    /// The instruction behind another one that stores a flag.
    fn asked(&self, test: &Instruction<'_>) -> Option<Asked> {
        match test.words.as_slice() {
            [word, target] if !test.is_locked => {
                let flag = Flag::named(word.strip_prefix("set")?)?;
                Some(Asked { flag, target: self.operands.written(target)?, fills: false })
            }
            [word, source, target] if !test.is_locked && source == target => {
                stem(word, &["sbb"])?;
                Some(Asked { flag: Flag::Carry, target: self.operands.written(target)?, fills: true })
            }
            _ => None,
        }
    }

    /// An atomic instruction, and a flag that it leaves.
    fn with_flag(&self, instruction: &Instruction<'_>, asked: &Asked) -> Option<Meaning> {
        let Instruction { is_locked: true, words } = instruction else { return None };
        let [word, ..] = words.as_slice() else { return None };
        if let Some((_, width)) = stem(word, &["cmpxchg"]) {
            let [_, source, target] = words.as_slice() else { return None };
            let is_negated = match asked.flag {
                Flag::Zero => false,
                Flag::NotZero => true,
                _ => return None,
            };
            let (memory, new) = (self.operands.memory(target)?, self.operands.input(source)?);
            // The accumulator also becomes what was read: only where the program drops that.
            let expected = self.operands.accumulator_input()?;
            let sizes = vec![(vec![memory.clone(), new.clone(), expected.clone()], width)];
            let swap = self.call("__sync_bool_compare_and_swap", vec![self.address(memory), expected, new]);
            let result = if is_negated { self.infix(InfixOperator::Equal, swap, self.number(0)) } else { swap };
            return Some(Meaning { expressions: vec![self.assign(asked.target.clone(), result)], sizes });
        }
        if let Some((stem, width)) = stem(word, &["bts", "btr", "btc"]) {
            let [_, source, target] = words.as_slice() else { return None };
            return self.bit(stem, width?, source, target, asked);
        }
        let Meaning { mut expressions, sizes } = self.changed(words, "", "_and_fetch")?;
        let (changed, width) = (expressions.pop()?, sizes.first()?.1?);
        let zero = self.number(0);
        let sign = |value| {
            let shifted = self.infix(InfixOperator::ShiftRight, value, self.number(u128::from(8 * width - 1)));
            self.infix(InfixOperator::BitAnd, shifted, self.number(1))
        };
        let result = match asked.flag {
            Flag::Zero => self.infix(InfixOperator::Equal, changed, zero),
            Flag::NotZero => self.infix(InfixOperator::NotEqual, changed, zero),
            Flag::Negative => sign(changed),
            Flag::NotNegative => self.infix(InfixOperator::Equal, sign(changed), zero),
            Flag::Carry | Flag::NoCarry => return None,
        };
        Some(Meaning { expressions: vec![self.assign(asked.target.clone(), result)], sizes })
    }

    /// `bts`, `btr`, `btc`: a bit of memory is set, cleared, changed; the carry is what it was. A number in a register counts bits from
    /// the operand on, over all words behind it.
    fn bit(&self, stem: &str, width: u64, source: &str, target: &str, asked: &Asked) -> Option<Meaning> {
        let is_negated = match asked.flag {
            Flag::Carry => false,
            Flag::NoCarry if !asked.fills => true,
            _ => return None,
        };
        let bits = 8 * width;
        let memory = self.operands.memory(target)?;
        let (number, word) = match source.strip_prefix('$') {
            Some(number) => (self.number(number.parse::<u128>().ok().filter(|&bit| bit < bits.into())?), None),
            None => {
                let number = self.operands.bit_number(source, bits)?;
                let word =
                    self.infix(InfixOperator::ShiftRight, number.clone(), self.number(bits.trailing_zeros().into()));
                (number, Some(word))
            }
        };
        let address = match word {
            Some(word) => self.infix(InfixOperator::Add, self.address(memory.clone()), word),
            None => self.address(memory.clone()),
        };
        let shift = self.infix(InfixOperator::BitAnd, number, self.number(u128::from(bits - 1)));
        let mask = self.infix(InfixOperator::ShiftLeft, self.long(1), shift.clone());
        let call = match stem {
            "bts" => self.call("__sync_fetch_and_or", vec![address, mask]),
            "btc" => self.call("__sync_fetch_and_xor", vec![address, mask]),
            _ => self.call(
                "__sync_fetch_and_and",
                vec![address, self.infix(InfixOperator::BitXor, mask, self.long(u64::MAX.into()))],
            ),
        };
        let bit = self.infix(InfixOperator::BitAnd, self.infix(InfixOperator::ShiftRight, call, shift), self.number(1));
        let result = match (is_negated, asked.fills) {
            (true, _) => self.infix(InfixOperator::Equal, bit, self.number(0)),
            (false, true) => self.infix(InfixOperator::Subtract, self.number(0), bit),
            (false, false) => bit,
        };
        let sizes = vec![(vec![memory], Some(width))];
        Some(Meaning { expressions: vec![self.assign(asked.target.clone(), result)], sizes })
    }

    /// An empty template copies each input to the output that has the same operand. The remaining inputs are evaluated. An input that
    /// stays in memory is not read: only its address is computed, which matters only if the expression has side effects.
    fn renamed(&self) -> Option<Vec<Expr>> {
        let operands = self.operands.all();
        let mut handed_on: Vec<*const Operand> = Vec::new();
        let mut assignments = Vec::new();
        for (position, output) in operands.iter().enumerate().filter(|(_, operand)| operand.is_output) {
            if output.constraint.starts_with('=') {
                let given = self.operands.matching(position)?;
                handed_on.push(given);
                assignments.push(self.assign(output.value.clone(), given.value.clone()));
            }
        }
        let is_evaluated = |operand: &&Operand| {
            let is_handed_on = handed_on.iter().any(|given| std::ptr::eq(*given, *operand));
            !(operand.is_output || is_handed_on || operand.is_unread())
        };
        let mut meaning: Vec<Expr> =
            operands.iter().filter(is_evaluated).map(|operand| operand.value.clone()).collect();
        meaning.extend(assignments);
        Some(meaning)
    }

    fn fence(&self) -> Meaning {
        Meaning::of(vec![self.call("__sync_synchronize", Vec::new())])
    }

    fn call(&self, function: &str, arguments: Vec<Expr>) -> Expr {
        let callee = Expr { kind: ExprKind::Identifier(function.into()), span: self.span };
        Expr { kind: ExprKind::Call(Box::new(callee), arguments), span: self.span }
    }

    fn assign(&self, left: Expr, right: Expr) -> Expr {
        let (left, right) = (Box::new(left), Box::new(right));
        Expr { kind: ExprKind::Assign { operator: None, left, right }, span: self.span }
    }

    fn infix(&self, operator: InfixOperator, left: Expr, right: Expr) -> Expr {
        Expr { kind: ExprKind::Infix(operator, Box::new(left), Box::new(right)), span: self.span }
    }

    fn address(&self, object: Expr) -> Expr {
        Expr { kind: ExprKind::Prefix(PrefixOperator::AddressOf, Box::new(object)), span: self.span }
    }

    fn number(&self, value: u128) -> Expr {
        let literal = IntegerLiteral { value, is_unsigned: false, longs: 0, is_decimal: true };
        Expr { kind: ExprKind::Integer(literal), span: self.span }
    }

    /// A number of type `unsigned long long`.
    fn long(&self, value: u128) -> Expr {
        let literal = IntegerLiteral { value, is_unsigned: true, longs: 2, is_decimal: true };
        Expr { kind: ExprKind::Integer(literal), span: self.span }
    }
}

impl Instruction<'_> {
    /// Whether it only computes in registers, or orders accesses.
    fn computes(&self) -> bool {
        let [word, ..] = self.words.as_slice() else { return false };
        let is_conditional = |prefix: &str| word.strip_prefix(prefix).is_some_and(|condition| condition.len() <= 3);
        !self.is_locked && (stem(word, COMPUTING).is_some() || is_conditional("set") || is_conditional("cmov"))
    }
}

/// The instructions of a template in lower case; prefixes belong to what follows. `None` for a prefix without an instruction.
fn instructions(text: &str) -> Option<Vec<Instruction<'_>>> {
    let mut instructions = Vec::new();
    let mut is_locked = false;
    for part in text.split([';', '\n']) {
        let mut words: Vec<&str> = part.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
        while let [prefix @ ("lock" | "rep"), ..] = words.as_slice() {
            // `rep; nop` is `pause`.
            is_locked |= *prefix == "lock";
            words.remove(0);
        }
        if !words.is_empty() {
            instructions.push(Instruction { is_locked: std::mem::take(&mut is_locked), words });
        }
    }
    (!is_locked).then_some(instructions)
}

/// The known instruction that a word is, and the bytes that its letter stands for.
fn stem<'s>(word: &str, known: &[&'s str]) -> Option<(&'s str, Option<u64>)> {
    known.iter().find_map(|stem| {
        let width = match word.strip_prefix(stem)? {
            "" => None,
            "b" => Some(1),
            "w" => Some(2),
            "l" => Some(4),
            "q" => Some(8),
            _ => return None,
        };
        Some((*stem, width))
    })
}
