//! Memory on request (C11 7.22.3, GNU `alloca`): allocation always succeeds.

use super::Call;
use crate::machine::Machine;
use crate::task::{Operation, Region, Task};
use crate::value::{Place, Scalar, Trouble, Value};
use raddle_program::source::Span;
use raddle_program::types::DataModel;

impl<'u> Machine<'u> {
    pub(super) fn allocate(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let (size, is_zeroed, region) = match call.name {
            "calloc" => {
                let greatest = match self.types().model() {
                    DataModel::Ilp32 => u64::from(u32::MAX),
                    DataModel::Lp64 => u64::MAX,
                };
                let Some(size) = call.size(0)?.checked_mul(call.size(1)?).filter(|&size| size <= greatest) else {
                    // The one allocation that fails: no object has so many bytes.
                    self.answer_number(call, 0);
                    return Ok(());
                };
                (size, true, Region::Heap)
            }
            "malloc" => (call.size(0)?, false, Region::Heap),
            _ => (call.size(0)?, false, Region::Function),
        };
        let make = Operation::Allocate { size, is_zeroed, region, span: call.span() };
        self.plan(call.thread, vec![Task::Operation(make)]);
        Ok(())
    }

    pub(super) fn begin_reallocation(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let (old, size, span) = (call.scalar(0)?, call.size(1)?, call.span());
        let make = Task::Operation(Operation::Allocate { size, is_zeroed: false, region: Region::Heap, span });
        let mut tasks = vec![make];
        if old != Scalar::Integer(0) {
            let at = self.freeable(old)?;
            let common = size.min(self.memory.object(at.object).size);
            tasks.push(Task::Reallocate { old, common, span });
        }
        self.plan(call.thread, tasks);
        Ok(())
    }

    /// Runs [`Task::Reallocate`].
    pub(crate) fn reallocate(&mut self, thread: usize, old: Scalar, common: u64, span: Span) {
        let new = self.pop_scalar(thread);
        let place = |base| Place { base, offset: 0, bits: None, is_atomic: false };
        let mut tasks = Vec::new();
        if common > 0 {
            tasks.push(Task::Operation(Operation::Copy { to: place(new), from: place(old), size: common, span }));
        }
        tasks.push(Task::Operation(Operation::Free { pointer: old, span }));
        tasks.push(Task::Push(Value::Scalar(new)));
        self.plan(thread, tasks);
    }

    pub(super) fn free(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        match call.scalar(0)? {
            Scalar::Integer(0) => self.push(call.thread, Value::Void),
            pointer => self.answer(call, vec![Operation::Free { pointer, span: call.span() }], Value::Void),
        }
        Ok(())
    }
}
