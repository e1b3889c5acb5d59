//! memcpy, memmove and memset (C11 7.24.2, 7.24.6.1): one step each, whose result is the target.

use super::Call;
use crate::machine::Machine;
use crate::task::Operation;
use crate::value::{Byte, Trouble, Value};

impl<'u> Machine<'u> {
    pub(super) fn copy_bytes(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let (to, from, size) = (call.place(0)?, call.place(1)?, call.size(2)?);
        let copy = (size > 0).then_some(Operation::Copy { to, from, size, span: call.span() });
        self.answer(call, copy.into_iter().collect(), Value::Scalar(to.base));
        Ok(())
    }

    pub(super) fn fill_bytes(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let (to, size) = (call.place(0)?, call.size(2)?);
        let byte = Byte::number(call.number(1)? as u8);
        let fill = (size > 0).then_some(Operation::Fill { to, size, byte, span: call.span() });
        self.answer(call, fill.into_iter().collect(), Value::Scalar(to.base));
        Ok(())
    }
}
