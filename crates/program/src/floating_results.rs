//! Whether the floating values of a program (`crate::floating`) matter to an engine.

use crate::syntax::{Expr, ExprKind, Program};
use crate::visit::{Visitor, walk_block};

/// Whether a program has operations on floating values whose results an engine may take for any value.
pub fn are_computed(program: &Program) -> bool {
    struct Search(bool);
    impl Visitor for Search {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(expr.kind, ExprKind::Floating(..));
        }
    }
    let mut search = Search(false);
    program.procedures.values().for_each(|procedure| walk_block(&procedure.body, &mut search));
    search.0
}
