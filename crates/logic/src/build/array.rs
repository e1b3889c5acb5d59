//! Arrays: constant arrays, reading, writing.

use crate::sort::Sort;
use crate::term::{Op, Term, Terms};

/// How many stores a read looks through.
const LOOK: usize = 4096;

impl Terms {
    /// The array with one element at every index.
    pub fn const_array(&mut self, index_width: u32, element: Term) -> Term {
        assert!(index_width > 0, "an index has at least one bit");
        let sort = Sort::Array { index: index_width, element: self.width(element) };
        self.intern(Op::ConstArray, sort, &[element])
    }

    /// The element of an array at an index.
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let (index_width, element_width) = self.array_widths(array);
        assert_eq!(self.width(index), index_width, "an index has the width that the array's sort says");
        let mut array = array;
        for _ in 0..LOOK {
            match (self.op(array), self.arguments(array)) {
                // select(store(a, i, x), i) = x
                (Op::Store, &[_, at, element]) if at == index => return element,
                // select(store(a, i, x), j) = select(a, j), for i different from j
                (Op::Store, &[before, at, _]) if self.are_distinct(at, index) => array = before,
                // select(const(x), i) = x
                (Op::ConstArray, &[element]) => return element,
                _ => break,
            }
        }
        self.with_rules(
            |cx| {
                let (condition, then, otherwise) = cx.branches(array)?;
                // select(ite(c, a, b), i) = ite(c, select(a, i), select(b, i)), where one of them is decided
                let decided = |cx: &Terms, array: Term| match (cx.op(array), cx.arguments(array)) {
                    (Op::Store, &[_, at, _]) => at == index,
                    (Op::ConstArray, _) => true,
                    _ => false,
                };
                if !decided(cx, then) && !decided(cx, otherwise) {
                    return None;
                }
                let (then, otherwise) = (cx.select(then, index), cx.select(otherwise, index));
                Some(cx.ite(condition, then, otherwise))
            },
            |cx| cx.bitvec(Op::Select, element_width, &[array, index]),
        )
    }

    /// An array, changed at an index.
    pub fn store(&mut self, array: Term, index: Term, element: Term) -> Term {
        let sort = self.sort(array);
        let (index_width, element_width) = self.array_widths(array);
        assert_eq!(self.width(index), index_width, "an index has the width that the array's sort says");
        assert_eq!(self.width(element), element_width, "an element has the width that the array's sort says");
        match (self.op(array), self.arguments(array)) {
            // store(store(a, i, x), i, y) = store(a, i, y)
            (Op::Store, &[before, at, _]) if at == index => return self.store(before, index, element),
            // store(const(x), i, x) = const(x)
            (Op::ConstArray, &[everywhere]) if everywhere == element => return array,
            _ => {}
        }
        // store(a, i, select(a, i)) = a
        if self.op(element) == Op::Select && self.pair(element) == (array, index) {
            return array;
        }
        self.intern(Op::Store, sort, &[array, index, element])
    }
}
