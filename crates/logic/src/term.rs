//! Terms: hash-consed in an arena, so that equal terms are equal ids, with SMT-LIB's meaning.
//!
//! This file holds the representation. The constructors, which simplify as they build, are in [`crate::build`]; they are methods
//! of [`Terms`], too. What is stored is a small core: disjunction is written with `and` and `not`, subtraction with `add` and
//! `neg`, signed division with the unsigned one, so that each rule needs to be written once.
//!
//! An argument is always older than the term that it is in: `argument.id() < term.id()`. Passes that need the arguments first
//! may walk ids upwards.

use std::fmt;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::bits::Bits;
use crate::sort::Sort;
use crate::value::Value;

/// A term of an arena [`Terms`]; to be used with the arena that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

/// What a term is made with. Arguments are listed by [`Terms::arguments`]; the sort, by [`Terms::sort`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// `true` or `false`.
    Bool(bool),
    /// A bit-vector constant: [`Terms::constant_bits`].
    Bits(u32),
    /// A variable: [`Terms::name`].
    Variable(u32),
    /// Negation of a Bool; never of a negation.
    Not,
    /// Conjunction of two or more Bools, in the order of their ids, none twice.
    And,
    /// `if`, `then`, `else`, of any sort; the condition is no negation.
    Ite,
    /// Equality of two terms of one sort, the constant (or else the newer term) second.
    Eq,
    /// Each bit flipped.
    BvNot,
    /// Bitwise conjunction of two.
    BvAnd,
    /// Bitwise disjunction of two.
    BvOr,
    /// Bitwise exclusive disjunction of two.
    BvXor,
    /// Two's complement negation.
    BvNeg,
    /// Sum of two, the constant second.
    BvAdd,
    /// Product of two, the constant second.
    BvMul,
    /// Unsigned quotient; all ones if the divisor is zero.
    BvUdiv,
    /// Unsigned remainder; the dividend if the divisor is zero.
    BvUrem,
    /// Shift to the left by the second argument, which is no constant.
    BvShl,
    /// Shift to the right by the second argument, filling with zeros.
    BvLshr,
    /// Shift to the right by the second argument, filling with the sign.
    BvAshr,
    /// Less, as unsigned numbers.
    BvUlt,
    /// Less, as two's complement numbers.
    BvSlt,
    /// The first argument as the high bits, the second as the low bits.
    BvConcat,
    /// As many bits as the sort says, the lowest of them at this place.
    BvExtract(u32),
    /// High zeros, up to the width of the sort.
    BvZeroExtend,
    /// Copies of the sign bit, up to the width of the sort.
    BvSignExtend,
    /// The array with the argument at every index.
    ConstArray,
    /// The element of an array at an index.
    Select,
    /// An array, changed at an index to an element.
    Store,
}

/// The arena of terms. Cheap to extend, never shrinks.
#[derive(Clone)]
pub struct Terms {
    nodes: Vec<Node>,
    /// The arguments of terms that have more than fit into a node, one after the other.
    arguments: Vec<Term>,
    table: Table,
    constants: Vec<Bits>,
    /// Constants up to 64 bits, by width and number; wider constants by value.
    small_constants: FxHashMap<(u32, u64), Term>,
    constant_terms: FxHashMap<Bits, Term>,
    /// The sorts of arrays that there are.
    array_sorts: Vec<Sort>,
    variables: Vec<Variable>,
    /// How many calls of constructors the constructor that the user called may still make: rules look at a bounded part of a
    /// term, whatever its depth.
    pub(crate) fuel: u32,
}

/// Small, since there are millions: what is looked at together stands together.
#[derive(Clone, Copy)]
struct Node {
    op: Op,
    sort: SortCode,
    count: u32,
    /// The arguments, if there are at most three; else the first is where they start among all.
    arguments: [Term; INLINE],
}

/// How many arguments fit into a node.
const INLINE: usize = 3;

/// A sort in a word: 0 is Bool, an even number twice the width of a bit-vector, an odd one twice the place among the sorts of arrays, plus
/// one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct SortCode(u32);

#[derive(Clone)]
struct Variable {
    name: Box<str>,
    term: Term,
}

/// The terms by their contents: open addressing over ids, with the hashes kept for growing.
#[derive(Clone, Default)]
struct Table {
    slots: Vec<Slot>,
    used: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    /// The id, or `EMPTY`.
    term: u32,
}

const EMPTY: u32 = u32::MAX;

impl Term {
    /// The place in the order of creation, usable as an index into a dense table.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    /// An arena that holds `true` and `false`.
    #[must_use]
    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            arguments: Vec::new(),
            table: Table::default(),
            constants: Vec::new(),
            small_constants: FxHashMap::default(),
            constant_terms: FxHashMap::default(),
            array_sorts: Vec::new(),
            variables: Vec::new(),
            fuel: 0,
        };
        terms.intern(Op::Bool(false), Sort::Bool, &[]);
        terms.intern(Op::Bool(true), Sort::Bool, &[]);
        terms
    }

    /// How many terms there are; ids are below.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: `true` and `false` are always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All terms, arguments before what they are in.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Term> + use<> {
        (0..self.nodes.len() as u32).map(Term)
    }

    /// What a term is made with.
    #[must_use]
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    /// What values a term has.
    #[must_use]
    pub fn sort(&self, term: Term) -> Sort {
        match self.nodes[term.index()].sort.0 {
            0 => Sort::Bool,
            code if code.is_multiple_of(2) => Sort::BitVec(code / 2),
            code => self.array_sorts[(code / 2) as usize],
        }
    }

    /// The arguments of a term.
    #[must_use]
    pub fn arguments(&self, term: Term) -> &[Term] {
        self.arguments_of(&self.nodes[term.index()])
    }

    /// The width of a bit-vector.
    ///
    /// # Panics
    /// If the term is no bit-vector.
    #[must_use]
    pub fn width(&self, term: Term) -> u32 {
        match self.sort(term) {
            Sort::BitVec(width) => width,
            sort @ (Sort::Bool | Sort::Array { .. }) => panic!("a bit-vector was expected, not a term of sort {sort}"),
        }
    }

    /// The index and element width of an array.
    ///
    /// # Panics
    /// If the term is no array.
    #[must_use]
    pub fn array_widths(&self, term: Term) -> (u32, u32) {
        match self.sort(term) {
            Sort::Array { index, element } => (index, element),
            sort @ (Sort::Bool | Sort::BitVec(_)) => panic!("an array was expected, not a term of sort {sort}"),
        }
    }

    /// A new variable, different from all others. The name is for people: it need not be unique.
    pub fn fresh(&mut self, name: &str, sort: Sort) -> Term {
        let number = self.variables.len() as u32;
        let term = self.intern(Op::Variable(number), sort, &[]);
        self.variables.push(Variable { name: name.into(), term });
        term
    }

    /// The name of a variable.
    #[must_use]
    pub fn name(&self, variable: Term) -> Option<&str> {
        match self.op(variable) {
            Op::Variable(number) => Some(&self.variables[number as usize].name),
            _ => None,
        }
    }

    /// All variables, in the order of their creation.
    pub fn variables(&self) -> impl Iterator<Item = Term> {
        self.variables.iter().map(|variable| variable.term)
    }

    /// Whether a term is a variable.
    #[must_use]
    pub fn is_variable(&self, term: Term) -> bool {
        matches!(self.op(term), Op::Variable(_))
    }

    /// `true`.
    #[must_use]
    pub fn truth(&self) -> Term {
        Term(1)
    }

    /// `false`.
    #[must_use]
    pub fn falsity(&self) -> Term {
        Term(0)
    }

    /// `true` or `false`.
    #[must_use]
    pub fn bool(&self, value: bool) -> Term {
        Term(u32::from(value))
    }

    /// A bit-vector constant.
    pub fn bits(&mut self, value: Bits) -> Term {
        let small = if value.width() <= 64 { value.to_u64().map(|number| (value.width(), number)) } else { None };
        let known = match small {
            Some(key) => self.small_constants.get(&key),
            None => self.constant_terms.get(&value),
        };
        if let Some(&term) = known {
            return term;
        }
        let number = self.constants.len() as u32;
        let sort = self.sort_code(Sort::BitVec(value.width()));
        let term = self.push(Op::Bits(number), sort, &[]);
        self.constants.push(value.clone());
        match small {
            Some(key) => self.small_constants.insert(key, term),
            None => self.constant_terms.insert(value, term),
        };
        term
    }

    /// A bit-vector constant, modulo two to the power of the width.
    pub fn number(&mut self, width: u32, value: u128) -> Term {
        self.bits(Bits::new(width, value))
    }

    /// The constant term for a value; an array becomes stores into a constant array.
    pub fn value(&mut self, value: &Value) -> Term {
        match value {
            Value::Bool(value) => self.bool(*value),
            Value::Bits(bits) => self.bits(bits.clone()),
            Value::Array(array) => {
                let default = self.bits(array.default().clone());
                let mut term = self.const_array(array.index_width(), default);
                for (index, element) in array.entries() {
                    let (index, element) = (self.bits(index.clone()), self.bits(element.clone()));
                    term = self.store(term, index, element);
                }
                term
            }
        }
    }

    /// The truth value of `true` and `false`.
    #[must_use]
    pub fn constant_bool(&self, term: Term) -> Option<bool> {
        match term.0 {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// The value of a bit-vector constant.
    #[must_use]
    pub fn constant_bits(&self, term: Term) -> Option<&Bits> {
        match self.op(term) {
            Op::Bits(number) => Some(&self.constants[number as usize]),
            _ => None,
        }
    }

    /// Whether a term is `true`, `false` or a bit-vector constant.
    #[must_use]
    pub fn is_constant(&self, term: Term) -> bool {
        matches!(self.op(term), Op::Bool(_) | Op::Bits(_))
    }

    /// The term with this contents, made if it is not there. Nothing is simplified.
    pub(crate) fn intern(&mut self, op: Op, sort: Sort, arguments: &[Term]) -> Term {
        let sort = self.sort_code(sort);
        let mut hasher = FxHasher::default();
        (op, sort).hash(&mut hasher);
        for argument in arguments {
            hasher.write_u32(argument.0);
        }
        let hash = hasher.finish();
        let hash = (hash ^ hash >> 32) as u32;
        self.table.grow();
        let mask = self.table.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.table.slots[at];
            if slot.term == EMPTY {
                break;
            }
            if slot.hash == hash {
                let node = &self.nodes[slot.term as usize];
                if node.op == op && node.sort == sort && self.arguments_of(node) == arguments {
                    return Term(slot.term);
                }
            }
            at = (at + 1) & mask;
        }
        let term = self.push(op, sort, arguments);
        self.table.slots[at] = Slot { hash, term: term.0 };
        self.table.used += 1;
        term
    }

    fn arguments_of<'a>(&'a self, node: &'a Node) -> &'a [Term] {
        let count = node.count as usize;
        if count <= INLINE {
            return &node.arguments[..count];
        }
        let start = node.arguments[0].index();
        &self.arguments[start..start + count]
    }

    fn sort_code(&mut self, sort: Sort) -> SortCode {
        match sort {
            Sort::Bool => SortCode(0),
            Sort::BitVec(width) => SortCode(width * 2),
            Sort::Array { .. } => {
                let known = self.array_sorts.iter().position(|&known| known == sort);
                let place = known.unwrap_or_else(|| {
                    self.array_sorts.push(sort);
                    self.array_sorts.len() - 1
                });
                SortCode(place as u32 * 2 + 1)
            }
        }
    }

    fn push(&mut self, op: Op, sort: SortCode, arguments: &[Term]) -> Term {
        assert!(
            self.nodes.len() < EMPTY as usize && self.arguments.len() < EMPTY as usize,
            "too many terms for one arena"
        );
        let term = Term(self.nodes.len() as u32);
        let mut inline = [Term(0); INLINE];
        if arguments.len() <= INLINE {
            inline[..arguments.len()].copy_from_slice(arguments);
        } else {
            inline[0] = Term(self.arguments.len() as u32);
            self.arguments.extend_from_slice(arguments);
        }
        self.nodes.push(Node { op, sort, count: arguments.len() as u32, arguments: inline });
        term
    }
}

impl Table {
    /// Makes sure that at most three quarters of the slots are used after one more insertion.
    fn grow(&mut self) {
        if (self.used + 1) * 4 <= self.slots.len() * 3 {
            return;
        }
        let size = (self.slots.len() * 2).max(1024);
        let old = std::mem::replace(&mut self.slots, vec![Slot { hash: 0, term: EMPTY }; size]);
        for slot in old.into_iter().filter(|slot| slot.term != EMPTY) {
            let mut at = slot.hash as usize & (size - 1);
            while self.slots[at].term != EMPTY {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_one_term() {
        let mut terms = Terms::new();
        let x = terms.fresh("x", Sort::BitVec(8));
        let y = terms.fresh("x", Sort::BitVec(8));
        assert_ne!(x, y, "a fresh variable is none of the others, whatever its name");
        let first: Vec<Term> = (0..5000).map(|k| terms.intern(Op::BvExtract(k), Sort::BitVec(1), &[x])).collect();
        let again: Vec<Term> = (0..5000).map(|k| terms.intern(Op::BvExtract(k), Sort::BitVec(1), &[x])).collect();
        assert_eq!(first, again);
        assert_ne!(terms.intern(Op::BvExtract(0), Sort::BitVec(1), &[y]), first[0]);
        assert_eq!(terms.number(8, 256 + 7), terms.number(8, 7));
        assert_ne!(terms.number(8, 7), terms.number(9, 7));
    }
}
