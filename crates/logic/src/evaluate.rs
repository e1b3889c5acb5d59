//! Evaluation of terms under an assignment: the meaning that everything else is tested against.
//!
//! What is evaluated once is kept. Arrays are not: a read walks down the stores, and only an equality of arrays or a caller
//! makes whole arrays.

use rustc_hash::FxHashMap;

use crate::assignment::Assignment;
use crate::bits::Bits;
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::value::{ArrayValue, Value};

/// The value of a term. Variables that the assignment does not list are false, zero, zero everywhere.
#[must_use]
pub fn evaluate(terms: &Terms, assignment: &Assignment, term: Term) -> Value {
    Evaluator::new(assignment).value(terms, term)
}

/// Evaluates any number of terms under one assignment.
pub struct Evaluator<'a> {
    assignment: &'a Assignment,
    /// Values of terms that are no arrays.
    values: FxHashMap<Term, Value>,
    /// Whether the assignment also says what reads and equalities of arrays are.
    reads_given: bool,
}

/// What is to be done, on the stack.
#[derive(Clone, Copy)]
enum Task {
    /// Evaluate a term.
    Term(Term),
    /// Find what a `select` reads, from this array on downwards.
    Read { select: Term, array: Term },
}

/// Either what was asked for, or what must be evaluated before.
type Found<T> = Result<T, Term>;

impl<'a> Evaluator<'a> {
    /// Nothing is evaluated yet.
    #[must_use]
    pub fn new(assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator { assignment, values: FxHashMap::default(), reads_given: false }
    }

    /// An evaluator that goes on with what another one, under the same assignment, has found.
    pub(crate) fn resumed(assignment: &'a Assignment, values: FxHashMap<Term, Value>) -> Evaluator<'a> {
        Evaluator { assignment, values, reads_given: false }
    }

    /// What was found so far.
    pub(crate) fn into_values(self) -> FxHashMap<Term, Value> {
        self.values
    }

    /// An evaluator that takes the values of reads and equalities of arrays from the assignment, where it lists them.
    pub(crate) fn with_reads_given(assignment: &'a Assignment) -> Evaluator<'a> {
        Evaluator { assignment, values: FxHashMap::default(), reads_given: true }
    }

    /// The value of a term.
    pub fn value(&mut self, terms: &Terms, term: Term) -> Value {
        if let Sort::Array { .. } = terms.sort(term) {
            loop {
                match self.array(terms, term) {
                    Ok(array) => return Value::Array(array),
                    Err(missing) => self.run(terms, missing),
                }
            }
        }
        self.run(terms, term);
        self.values[&term].clone()
    }

    /// The value of a Bool.
    ///
    /// # Panics
    /// If the term is no Bool.
    pub fn truth(&mut self, terms: &Terms, term: Term) -> bool {
        self.value(terms, term).as_bool().expect("the term is a Bool")
    }

    /// The value of a bit-vector.
    ///
    /// # Panics
    /// If the term is no bit-vector.
    pub fn bits(&mut self, terms: &Terms, term: Term) -> Bits {
        match self.value(terms, term) {
            Value::Bits(bits) => bits,
            Value::Bool(_) | Value::Array(_) => panic!("the term is no bit-vector"),
        }
    }

    fn run(&mut self, terms: &Terms, term: Term) {
        let mut stack = vec![Task::Term(term)];
        while let Some(task) = stack.pop() {
            let (term, found) = match task {
                Task::Term(term) if self.values.contains_key(&term) => continue,
                Task::Term(term) => match (terms.op(term), terms.arguments(term)) {
                    (Op::Select | Op::Eq, _) if self.reads_given && self.assignment.get(term).is_some() => {
                        (term, self.assignment.get(term).cloned())
                    }
                    (Op::Select, &[array, _]) => {
                        stack.push(Task::Read { select: term, array });
                        continue;
                    }
                    _ => (term, self.step(terms, term, &mut stack)),
                },
                Task::Read { select, array } => (select, self.read(terms, select, array, &mut stack)),
            };
            if let Some(value) = found {
                self.values.insert(term, value);
            }
        }
    }

    /// The value of a term whose arguments are evaluated; pushes what is missing, and the term again, otherwise.
    fn step(&self, terms: &Terms, term: Term, stack: &mut Vec<Task>) -> Option<Value> {
        match self.try_step(terms, term) {
            Ok(value) => Some(value),
            Err(_) => {
                stack.push(Task::Term(term));
                match (terms.op(term), terms.arguments(term)) {
                    // Only the branch that is taken is evaluated.
                    (Op::Ite, &[condition, then, otherwise]) => match self.values.get(&condition) {
                        Some(Value::Bool(true)) => stack.push(Task::Term(then)),
                        Some(_) => stack.push(Task::Term(otherwise)),
                        None => stack.push(Task::Term(condition)),
                    },
                    (Op::Eq, &[a, b]) if matches!(terms.sort(a), Sort::Array { .. }) => {
                        let missing = self.array(terms, a).err().or_else(|| self.array(terms, b).err());
                        stack.extend(missing.map(Task::Term));
                    }
                    (_, arguments) => {
                        stack.extend(arguments.iter().filter(|a| !self.values.contains_key(a)).map(|&a| Task::Term(a)));
                    }
                }
                None
            }
        }
    }

    fn try_step(&self, terms: &Terms, term: Term) -> Found<Value> {
        let arguments = terms.arguments(term);
        let value = |a: Term| self.values.get(&a).ok_or(a);
        let bool = |at: usize| value(arguments[at]).map(|value| value.as_bool().expect("a Bool"));
        let bits = |at: usize| value(arguments[at]).map(|value| value.as_bits().expect("a bit-vector"));
        let width = terms.sort(term).width().unwrap_or(0);
        Ok(match terms.op(term) {
            Op::Bool(value) => Value::Bool(value),
            Op::Bits(_) => Value::Bits(terms.constant_bits(term).expect("it is a constant").clone()),
            Op::Variable(_) => {
                self.assignment.get(term).cloned().unwrap_or_else(|| Value::default_of(terms.sort(term)))
            }
            Op::Not => Value::Bool(!bool(0)?),
            Op::And => {
                let mut all = true;
                for at in 0..arguments.len() {
                    all &= bool(at)?;
                }
                Value::Bool(all)
            }
            Op::Ite => value(arguments[if bool(0)? { 1 } else { 2 }])?.clone(),
            Op::Eq => match terms.sort(arguments[0]) {
                Sort::Bool | Sort::BitVec(_) => Value::Bool(value(arguments[0])? == value(arguments[1])?),
                Sort::Array { .. } => {
                    let (a, b) = (self.array(terms, arguments[0])?, self.array(terms, arguments[1])?);
                    Value::Bool(a.same_elements(&b))
                }
            },
            Op::BvNot => Value::Bits(bits(0)?.not()),
            Op::BvAnd => Value::Bits(bits(0)?.and(bits(1)?)),
            Op::BvOr => Value::Bits(bits(0)?.or(bits(1)?)),
            Op::BvXor => Value::Bits(bits(0)?.xor(bits(1)?)),
            Op::BvNeg => Value::Bits(bits(0)?.neg()),
            Op::BvAdd => Value::Bits(bits(0)?.add(bits(1)?)),
            Op::BvMul => Value::Bits(bits(0)?.mul(bits(1)?)),
            Op::BvUdiv => Value::Bits(bits(0)?.udiv(bits(1)?)),
            Op::BvUrem => Value::Bits(bits(0)?.urem(bits(1)?)),
            Op::BvShl => Value::Bits(bits(0)?.shl(bits(1)?)),
            Op::BvLshr => Value::Bits(bits(0)?.lshr(bits(1)?)),
            Op::BvAshr => Value::Bits(bits(0)?.ashr(bits(1)?)),
            Op::BvUlt => Value::Bool(bits(0)?.ult(bits(1)?)),
            Op::BvSlt => Value::Bool(bits(0)?.slt(bits(1)?)),
            Op::BvConcat => Value::Bits(bits(0)?.concat(bits(1)?)),
            Op::BvExtract(low) => Value::Bits(bits(0)?.extract(low, width)),
            Op::BvZeroExtend => Value::Bits(bits(0)?.zero_extend(width)),
            Op::BvSignExtend => Value::Bits(bits(0)?.sign_extend(width)),
            Op::ConstArray | Op::Select | Op::Store => unreachable!("arrays are walked, not evaluated"),
        })
    }

    /// What a `select` reads from an array at or below the one that it names.
    fn read(&self, terms: &Terms, select: Term, mut array: Term, stack: &mut Vec<Task>) -> Option<Value> {
        let index = terms.arguments(select)[1];
        let found = loop {
            let Some(at) = self.values.get(&index) else { break Err(index) };
            match (terms.op(array), terms.arguments(array)) {
                (Op::Store, &[before, index, element]) => match self.values.get(&index) {
                    Some(other) if other == at => break self.values.get(&element).cloned().ok_or(element),
                    Some(_) => array = before,
                    None => break Err(index),
                },
                (Op::ConstArray, &[element]) => break self.values.get(&element).cloned().ok_or(element),
                (Op::Ite, &[condition, then, otherwise]) => match self.values.get(&condition) {
                    Some(Value::Bool(true)) => array = then,
                    Some(_) => array = otherwise,
                    None => break Err(condition),
                },
                (Op::Variable(_), _) => {
                    let at = at.as_bits().expect("an index is a bit-vector");
                    break Ok(match self.assignment.get(array) {
                        Some(Value::Array(array)) => Value::Bits(array.select(at).clone()),
                        Some(Value::Bool(_) | Value::Bits(_)) | None => Value::default_of(terms.sort(select)),
                    });
                }
                (op, _) => unreachable!("no array is made with {op:?}"),
            }
        };
        found.map_err(|missing| stack.extend([Task::Read { select, array }, Task::Term(missing)])).ok()
    }

    /// The whole value of an array.
    fn array(&self, terms: &Terms, array: Term) -> Found<ArrayValue> {
        let bits = |term: Term| match self.values.get(&term) {
            Some(Value::Bits(bits)) => Ok(bits.clone()),
            Some(Value::Bool(_) | Value::Array(_)) | None => Err(term),
        };
        let mut stores = Vec::new();
        let mut at = array;
        let mut value = loop {
            match (terms.op(at), terms.arguments(at)) {
                (Op::Store, &[before, index, element]) => {
                    stores.push((bits(index)?, bits(element)?));
                    at = before;
                }
                (Op::ConstArray, &[element]) => break ArrayValue::constant(terms.array_widths(at).0, bits(element)?),
                (Op::Ite, &[condition, then, otherwise]) => match self.values.get(&condition) {
                    Some(Value::Bool(true)) => at = then,
                    Some(_) => at = otherwise,
                    None => return Err(condition),
                },
                (Op::Variable(_), _) => match self.assignment.get(at) {
                    Some(Value::Array(array)) => break array.clone(),
                    Some(Value::Bool(_) | Value::Bits(_)) | None => {
                        let (index, element) = terms.array_widths(at);
                        break ArrayValue::constant(index, Bits::zero(element));
                    }
                },
                (op, _) => unreachable!("no array is made with {op:?}"),
            }
        };
        for (index, element) in stores.into_iter().rev() {
            value.store(index, element);
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_see_the_last_write_to_their_index() {
        let mut terms = Terms::new();
        let array = terms.fresh("a", Sort::Array { index: 4, element: 8 });
        let (i, j) = (terms.fresh("i", Sort::BitVec(4)), terms.fresh("j", Sort::BitVec(4)));
        let (one, two) = (terms.number(8, 1), terms.number(8, 2));
        let written = terms.store(array, i, one);
        let written = terms.store(written, j, two);
        let read = terms.select(written, i);
        let same = terms.eq(written, array);
        let mut assignment = Assignment::new();
        let mut value = ArrayValue::constant(4, Bits::new(8, 9));
        assignment.set(i, Value::Bits(Bits::new(4, 3)));
        assignment.set(array, Value::Array(value.clone()));
        assert_eq!(evaluate(&terms, &assignment, read), Value::Bits(Bits::new(8, 1)));
        assert_eq!(evaluate(&terms, &assignment, same), Value::Bool(false));
        assignment.set(j, Value::Bits(Bits::new(4, 3)));
        assert_eq!(evaluate(&terms, &assignment, read), Value::Bits(Bits::new(8, 2)));
        value.store(Bits::new(4, 3), Bits::new(8, 2));
        assert_eq!(evaluate(&terms, &assignment, written), Value::Array(value.clone()));
        assignment.set(array, Value::Array(value));
        assert_eq!(evaluate(&terms, &assignment, same), Value::Bool(true));
    }

    #[test]
    fn deep_terms_do_not_overflow_the_stack() {
        let mut terms = Terms::new();
        let x = terms.fresh("x", Sort::BitVec(8));
        let mut sum = x;
        for step in 0..200_000u32 {
            let y = terms.bv_mul(sum, x);
            sum = if step.is_multiple_of(2) { terms.bv_xor(y, x) } else { terms.bv_add(y, x) };
        }
        let value = evaluate(&terms, &Assignment::new(), sum);
        assert_eq!(value, Value::Bits(Bits::zero(8)));
    }
}
