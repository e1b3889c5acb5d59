//! Walks over terms, without recursion: subterms, variables, and substitution.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{Term, Terms};

/// All terms that some terms are made of, themselves included, each once, arguments before what they are in.
#[must_use]
pub fn reachable(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut found = Vec::new();
    let mut pending = roots.to_vec();
    while let Some(term) = pending.pop() {
        if seen.insert(term) {
            found.push(term);
            pending.extend(terms.arguments(term));
        }
    }
    found.sort_unstable();
    found
}

/// The variables of some terms, in the order of their creation.
#[must_use]
pub fn variables_of(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut found = reachable(terms, roots);
    found.retain(|&term| terms.is_variable(term));
    found
}

/// A substitution of terms. Results are cached, so that further terms with shared parts are cheap.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    images: FxHashMap<Term, Term>,
}

impl Substitution {
    /// Nothing is replaced.
    #[must_use]
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Everything is replaced by what the pairs say: each first by its second, all at once. Usually the firsts are variables.
    #[must_use]
    pub fn from_pairs(pairs: impl IntoIterator<Item = (Term, Term)>) -> Substitution {
        Substitution { images: pairs.into_iter().collect() }
    }

    /// The term with everything replaced, simplified.
    ///
    /// # Panics
    /// If something is replaced by a term of another sort.
    pub fn apply(&mut self, terms: &mut Terms, term: Term) -> Term {
        let mut stack = vec![term];
        let mut arguments = Vec::new();
        while let Some(&top) = stack.last() {
            if self.images.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.arguments(top).iter().filter(|argument| !self.images.contains_key(argument)));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            arguments.clear();
            arguments.extend(terms.arguments(top).iter().map(|argument| self.images[argument]));
            let image = if arguments == terms.arguments(top) { top } else { terms.rebuild(top, &arguments) };
            self.images.insert(top, image);
        }
        self.images[&term]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    #[test]
    fn substitution_is_simultaneous_and_simplifies() {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.fresh(name, Sort::BitVec(8)));
        let difference = terms.bv_sub(x, y);
        let swapped = terms.bv_sub(y, x);
        assert_eq!(Substitution::from_pairs([(x, y), (y, x)]).apply(&mut terms, difference), swapped);
        let zero = terms.number(8, 0);
        assert_eq!(Substitution::from_pairs([(y, x)]).apply(&mut terms, difference), zero);
        assert_eq!(Substitution::from_pairs([(z, x)]).apply(&mut terms, difference), difference);
        assert_eq!(variables_of(&terms, &[difference, z]), [x, y, z]);
        assert_eq!(variables_of(&terms, &[zero]), []);
    }

    #[test]
    fn deep_terms_do_not_overflow_the_stack() {
        let mut terms = Terms::new();
        let [p, q, r] = ["p", "q", "r"].map(|name| terms.fresh(name, Sort::Bool));
        let build = |terms: &mut Terms, p: Term| {
            (0..100_000).fold(p, |deep, step| if step % 2 == 0 { terms.iff(deep, q) } else { terms.implies(deep, r) })
        };
        let (deep, expected) = (build(&mut terms, p), build(&mut terms, r));
        assert_eq!(Substitution::from_pairs([(p, r)]).apply(&mut terms, deep), expected);
    }
}
