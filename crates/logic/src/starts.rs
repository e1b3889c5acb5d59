//! A map from terms to numbers, in pages: each of many solvers over the same terms uses few terms, which were created at about the same
//! time.

use crate::term::Term;

/// How many terms a page is for.
const PAGE: usize = 256;

/// A number for each term; zero, where none was set.
#[derive(Clone, Default)]
pub(crate) struct Starts {
    pages: Vec<Option<Box<[u32; PAGE]>>>,
}

impl Starts {
    /// The number of a term.
    pub(crate) fn get(&self, term: Term) -> u32 {
        let index = term.index();
        match self.pages.get(index / PAGE) {
            Some(Some(page)) => page[index % PAGE],
            Some(None) | None => 0,
        }
    }

    /// Sets it.
    pub(crate) fn set(&mut self, term: Term, number: u32) {
        let index = term.index();
        if self.pages.len() <= index / PAGE {
            self.pages.resize(index / PAGE + 1, None);
        }
        self.pages[index / PAGE].get_or_insert_with(|| Box::new([0; PAGE]))[index % PAGE] = number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;
    use crate::term::Terms;

    #[test]
    fn what_was_set_is_got_and_everything_else_is_zero() {
        let mut terms = Terms::new();
        let all: Vec<Term> = (0..2_000).map(|_| terms.fresh("x", Sort::Bool)).collect();
        let mut starts = Starts::default();
        let chosen = |at: usize| at % 7 == 3 && !(600..1_400).contains(&at);
        for at in (0..all.len()).rev().filter(|&at| chosen(at)) {
            starts.set(all[at], at as u32);
        }
        for (at, &term) in all.iter().enumerate() {
            assert_eq!(starts.get(term), if chosen(at) { at as u32 } else { 0 });
        }
        assert!(starts.pages.iter().any(Option::is_none), "no page for what nobody set");
    }
}
