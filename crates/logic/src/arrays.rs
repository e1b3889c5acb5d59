//! Arrays by lemmas on demand (Brummayer and Biere, 2009): reads are inputs of the network. If a read has not the value of its array in a
//! model, a lemma refutes the model.
//!
//! A read is followed down the stores that it passes in the model. So each lemma mentions only these stores, and stores that no model uses
//! cost nothing. Two reads of one variable at one index must agree (Ackermann). An array that is built from few arrays, or that is read
//! seldom, is defined at once: the definition is shorter than the lemmas of several rounds.
//!
//! Equalities of arrays are inputs, too. If one is false, a *witness* is an index at which the arrays differ. If one is true, the arrays
//! agree at all indices that occur in the formula, and at one index that does not occur, *elsewhere*, which represents all remaining
//! indices. If the index sort has few values, these are used themselves.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::assignment::Assignment;
use crate::bits::Bits;
use crate::blast::Blaster;
use crate::evaluate::Evaluator;
use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::value::{ArrayValue, Value};

/// A clause over terms that holds for all arrays.
pub(crate) type Lemma = Vec<Term>;

/// Up to this width, indices are few enough to be taken one by one.
const FEW: u32 = 16;

/// The facts about arrays that are stated eagerly. These are heuristics: any other fact is stated when a model violates it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eager {
    /// The number of arrays in an array term up to which its reads are defined eagerly.
    pub arrays: usize,
    /// The number of reads of a variable up to which their agreement is stated eagerly.
    pub reads: usize,
}

impl Default for Eager {
    fn default() -> Eager {
        Eager { arrays: 4, reads: 4 }
    }
}

/// The state of the array procedure of a solver.
#[derive(Clone, Default)]
pub(crate) struct Arrays {
    /// The limits for eager facts.
    pub eager: Eager,
    /// How many inputs of the network were looked at.
    seen: usize,
    reads: Vec<Term>,
    equalities: Vec<Term>,
    /// Reads that are defined by other terms: models have the right values for them.
    defined: FxHashSet<Term>,
    /// The reads of each variable.
    of_variable: FxHashMap<Term, Vec<Term>>,
    /// The arrays whose indices are in the network.
    known: FxHashSet<Term>,
    /// The indices that occur in the formula.
    indices: Vec<Term>,
    /// For each width, the index that does not occur.
    elsewhere: FxHashMap<u32, Term>,
}

/// The end of a walk: a read of a variable, and the negated conditions under which it is one.
struct Reached {
    read: Term,
    index: Term,
    unless: Vec<Term>,
}

impl Arrays {
    /// Looks at what became an input of the network. Brings the indices and conditions of arrays that are read into the network, so
    /// that each model gives them values. Returns lemmas that are needed at once.
    pub(crate) fn ground(&mut self, terms: &mut Terms, blaster: &mut Blaster) -> Vec<Lemma> {
        let mut lemmas = Vec::new();
        while self.seen < blaster.inputs().len() {
            let input = blaster.inputs()[self.seen];
            self.seen += 1;
            match (terms.op(input), terms.arguments(input)) {
                (Op::Select, &[array, index]) => {
                    self.reads.push(input);
                    lemmas.extend(self.mention(terms, blaster, index));
                    lemmas.extend(self.ground_array(terms, blaster, array));
                    lemmas.extend(self.define(terms, input));
                }
                (Op::Eq, &[a, b]) => {
                    self.equalities.push(input);
                    lemmas.extend(self.ground_array(terms, blaster, a));
                    lemmas.extend(self.ground_array(terms, blaster, b));
                    // a = b, or they differ at the witness
                    let witness = terms.fresh("witness", Sort::BitVec(terms.array_widths(a).0));
                    let (x, y) = (terms.select(a, witness), terms.select(b, witness));
                    lemmas.push(vec![input, terms.ne(x, y)]);
                }
                _ => {}
            }
        }
        lemmas
    }

    /// The reads that are inputs of the network.
    pub(crate) fn reads(&self) -> &[Term] {
        &self.reads
    }

    /// Lemmas that the assignment, the values of the inputs in a model, violates. If there are none, the assignment is
    /// completed with values of the array variables, and keeps variables only.
    pub(crate) fn refine(&mut self, terms: &mut Terms, blaster: &Blaster, assignment: &mut Assignment) -> Vec<Lemma> {
        if self.reads.is_empty() && self.equalities.is_empty() {
            return Vec::new();
        }
        let mut lemmas = Vec::new();
        let mut contents: FxHashMap<(Term, Bits), Reached> = FxHashMap::default();
        let mut order = Vec::new();
        let mut evaluator = Evaluator::with_reads_given(assignment);
        for at in 0..self.reads.len() {
            let read = self.reads[at];
            if self.defined.contains(&read) {
                continue;
            }
            if let Some((array, index)) = follow(terms, blaster, &mut evaluator, read, &mut contents, &mut lemmas) {
                order.push((array, index, evaluator.bits(terms, read)));
            }
        }
        let elsewhere: FxHashMap<u32, Bits> =
            self.elsewhere.iter().map(|(&width, &term)| (width, evaluator.bits(terms, term))).collect();
        if !lemmas.is_empty() {
            return lemmas;
        }
        let mut values: FxHashMap<Term, ArrayValue> = FxHashMap::default();
        // The index `elsewhere` comes first, since it gives the default value.
        order.sort_by_key(|(array, index, _)| elsewhere.get(&terms.array_widths(*array).0) != Some(index));
        for (array, index, element) in order {
            let (index_width, element_width) = terms.array_widths(array);
            let default =
                if elsewhere.get(&index_width) == Some(&index) { element.clone() } else { Bits::zero(element_width) };
            let value = values.entry(array).or_insert_with(|| ArrayValue::constant(index_width, default));
            value.store(index, element);
        }
        let claims: Vec<(Term, bool)> = self
            .equalities
            .iter()
            .filter_map(|&equality| Some((equality, assignment.get(equality)?.as_bool()?)))
            .collect();
        assignment.retain(|term| terms.is_variable(term));
        for (array, value) in values {
            assignment.set(array, Value::Array(value));
        }
        for (equality, _) in claims.into_iter().filter(|&(_, claimed)| claimed) {
            lemmas.extend(self.agree(terms, assignment, equality));
        }
        lemmas
    }

    /// Defines a read at once if this is short: as an `ite` if the array is built from few arrays; by equality with the other reads at the
    /// same index if the array is a variable that is read seldom.
    fn define(&mut self, terms: &mut Terms, read: Term) -> Vec<Lemma> {
        let (array, index) = (terms.arguments(read)[0], terms.arguments(read)[1]);
        if terms.is_variable(array) {
            let others = self.of_variable.entry(array).or_default();
            others.push(read);
            if others.len() > self.eager.reads {
                return Vec::new();
            }
            let others: Vec<Term> = others[..others.len() - 1].to_vec();
            return others
                .into_iter()
                .map(|other| {
                    // reads at one index agree
                    let apart = terms.ne(index, terms.arguments(other)[1]);
                    vec![apart, terms.eq(read, other)]
                })
                .collect();
        }
        if size(terms, array, self.eager.arrays) > self.eager.arrays {
            return Vec::new();
        }
        self.defined.insert(read);
        let value = match (terms.op(array), terms.arguments(array)) {
            // select(store(a, i, x), j) = ite(i = j, x, select(a, j))
            (Op::Store, &[before, at, element]) => {
                let (here, older) = (terms.eq(at, index), terms.select(before, index));
                terms.ite(here, element, older)
            }
            // select(ite(c, a, b), i) = ite(c, select(a, i), select(b, i))
            (Op::Ite, &[condition, then, otherwise]) => {
                let (then, otherwise) = (terms.select(then, index), terms.select(otherwise, index));
                terms.ite(condition, then, otherwise)
            }
            (op, _) => unreachable!("no array that is read is made with {op:?}"),
        };
        vec![vec![terms.eq(read, value)]]
    }

    /// Notes an index. It is not *elsewhere*.
    fn mention(&mut self, terms: &mut Terms, blaster: &mut Blaster, index: Term) -> Option<Lemma> {
        blaster.gates_of(terms, index);
        self.indices.push(index);
        let elsewhere = *self.elsewhere.get(&terms.width(index))?;
        if index == elsewhere {
            return None;
        }
        Some(vec![terms.ne(index, elsewhere)])
    }

    /// Brings the indices and conditions of an array, and of those that it is made of, into the network.
    fn ground_array(&mut self, terms: &mut Terms, blaster: &mut Blaster, array: Term) -> Vec<Lemma> {
        let mut lemmas = Vec::new();
        let mut pending = vec![array];
        while let Some(array) = pending.pop() {
            if !self.known.insert(array) {
                continue;
            }
            match (terms.op(array), terms.arguments(array)) {
                (Op::Store, &[before, index, _]) => {
                    lemmas.extend(self.mention(terms, blaster, index));
                    pending.push(before);
                }
                (Op::Ite, &[condition, then, otherwise]) => {
                    blaster.gate(terms, condition);
                    pending.extend([then, otherwise]);
                }
                (Op::ConstArray | Op::Variable(_), _) => {}
                (op, _) => unreachable!("no array is made with {op:?}"),
            }
        }
        lemmas
    }

    /// A lemma for an equality that the model claims, if the arrays differ.
    fn agree(&mut self, terms: &mut Terms, assignment: &Assignment, equality: Term) -> Vec<Lemma> {
        let (a, b) = (terms.arguments(equality)[0], terms.arguments(equality)[1]);
        let mut evaluator = Evaluator::new(assignment);
        let (Value::Array(x), Value::Array(y)) = (evaluator.value(terms, a), evaluator.value(terms, b)) else {
            unreachable!("arrays have arrays as values")
        };
        if x.same_elements(&y) {
            return Vec::new();
        }
        let width = x.index_width();
        let listed = || x.entries().chain(y.entries()).map(|(index, _)| index);
        let mut lemmas = Vec::new();
        let index =
            match listed().find(|index| x.select(index) != y.select(index)) {
                // They differ at an index that occurs, or at a constant.
                Some(value) => {
                    let value = value.clone();
                    let mentioned = self.indices.iter().copied().filter(|&index| terms.width(index) == width);
                    match mentioned.into_iter().find(|&index| evaluator.bits(terms, index) == value) {
                        Some(index) => index,
                        None => terms.bits(value),
                    }
                }
                // They differ everywhere else.
                None if width <= FEW => {
                    let listed: FxHashSet<&Bits> = listed().collect();
                    let free =
                        (0..1u128 << width).map(|value| Bits::new(width, value)).find(|value| !listed.contains(value));
                    terms.bits(free.expect(
                        "arrays with different defaults that are not the same have an index that is not listed",
                    ))
                }
                None => {
                    let elsewhere = terms.fresh("elsewhere", Sort::BitVec(width));
                    let elsewhere = *self.elsewhere.entry(width).or_insert(elsewhere);
                    let mentioned: Vec<Term> = self
                        .indices
                        .iter()
                        .copied()
                        .filter(|&index| terms.width(index) == width && index != elsewhere)
                        .collect();
                    let room = width >= 64 || (mentioned.len() as u64) < (1 << width) - 1;
                    assert!(room, "more indices are mentioned than an equality of arrays allows");
                    lemmas.extend(mentioned.into_iter().map(|index| vec![terms.ne(index, elsewhere)]));
                    elsewhere
                }
            };
        let (x, y) = (terms.select(a, index), terms.select(b, index));
        lemmas.push(vec![terms.not(equality), terms.eq(x, y)]);
        lemmas
    }
}

/// Follows a read to where the model says that its value comes from. Returns the variable and the index, if it is the first that comes
/// there; adds a lemma if the value is another one.
fn follow(
    terms: &mut Terms,
    blaster: &Blaster,
    evaluator: &mut Evaluator<'_>,
    read: Term,
    contents: &mut FxHashMap<(Term, Bits), Reached>,
    lemmas: &mut Vec<Lemma>,
) -> Option<(Term, Bits)> {
    let (mut array, index) = (terms.arguments(read)[0], terms.arguments(read)[1]);
    let at = evaluator.bits(terms, index);
    let mut unless = Vec::new();
    let source = loop {
        match (terms.op(array), terms.arguments(array)) {
            (Op::Store, &[before, other, element]) => {
                let here = evaluator.bits(terms, other) == at;
                let same = terms.eq(index, other);
                if here {
                    unless.push(terms.not(same));
                    break element;
                }
                unless.push(same);
                array = before;
            }
            (Op::ConstArray, &[element]) => break element,
            (Op::Ite, &[condition, then, otherwise]) => {
                if evaluator.truth(terms, condition) {
                    unless.push(terms.not(condition));
                    array = then;
                } else {
                    unless.push(condition);
                    array = otherwise;
                }
            }
            (Op::Variable(_), _) => match contents.get(&(array, at.clone())) {
                Some(first) => {
                    unless.extend(&first.unless);
                    unless.push(terms.ne(index, first.index));
                    break first.read;
                }
                None => {
                    contents.insert((array, at.clone()), Reached { read, index, unless });
                    return Some((array, at));
                }
            },
            (op, _) => unreachable!("no array is made with {op:?}"),
        }
    };
    // What is not in the network has no value yet, and gets one by the lemma.
    if blaster.known(terms, source).is_none() || evaluator.bits(terms, source) != evaluator.bits(terms, read) {
        unless.push(terms.eq(read, source));
        lemmas.push(unless);
    }
    None
}

/// How many arrays an array is made of, as far as it matters.
fn size(terms: &Terms, array: Term, limit: usize) -> usize {
    let mut seen = FxHashSet::default();
    let mut pending = vec![array];
    while let Some(array) = pending.pop() {
        if !seen.insert(array) {
            continue;
        }
        if seen.len() > limit {
            break;
        }
        match (terms.op(array), terms.arguments(array)) {
            (Op::Store, &[before, _, _]) => pending.push(before),
            (Op::Ite, &[_, then, otherwise]) => pending.extend([then, otherwise]),
            _ => {}
        }
    }
    seen.len()
}
