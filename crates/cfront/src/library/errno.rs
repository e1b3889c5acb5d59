//! `errno`: a thread-local object that `__errno_location` gives the address of.

use raddle_program::builder::{address_of, global_place};
use raddle_program::source::Span;
use raddle_program::syntax::Expr;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[row("__errno_location", 0, Model::Code(location))];

impl ProcedureLowering<'_, '_> {
    /// Whether the program can see `errno`.
    pub(super) fn sets_errno(&self) -> bool {
        self.cx.unit.names("__errno_location")
    }

    /// `errno = code`
    pub(super) fn set_errno(&mut self, code: Expr, span: Span) {
        let errno = self.cx.errno();
        let place = global_place(self.cx.globals(), errno);
        let int = self.cx.int();
        let code = self.convert(code, int);
        self.set(&place, code, span);
    }
}

fn location(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, _: Vec<Operand>) -> Operand {
    let errno = cx.cx.errno();
    let place = global_place(cx.cx.globals(), errno);
    let address = address_of(&mut cx.cx.types, place);
    call.result(cx, address)
}
