//! Read-write locks: POSIX `pthread_rwlock_*`.

use raddle_program::syntax::Synchronization;

use super::{Model, Row, deadline, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("pthread_rwlock_init", 1, Model::Operation(Synchronization::ReadWriteInit, 1)),
    row("pthread_rwlock_destroy", 1, Model::Operation(Synchronization::ReadWriteDestroy, 1)),
    row("pthread_rwlock_rdlock", 1, Model::Operation(Synchronization::ReadLock, 1)),
    row("pthread_rwlock_tryrdlock", 1, Model::Operation(Synchronization::ReadTryLock, 1)),
    row("pthread_rwlock_timedrdlock", 2, Model::Code(timed_read_lock)),
    row("pthread_rwlock_clockrdlock", 3, Model::Code(timed_read_lock)),
    row("pthread_rwlock_wrlock", 1, Model::Operation(Synchronization::WriteLock, 1)),
    row("pthread_rwlock_trywrlock", 1, Model::Operation(Synchronization::WriteTryLock, 1)),
    row("pthread_rwlock_timedwrlock", 2, Model::Code(timed_write_lock)),
    row("pthread_rwlock_clockwrlock", 3, Model::Code(timed_write_lock)),
    row("pthread_rwlock_unlock", 1, Model::Operation(Synchronization::ReadWriteUnlock, 1)),
];

fn timed_read_lock(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    deadline::lock(cx, call, operands, Synchronization::ReadTimedLock)
}

fn timed_write_lock(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    deadline::lock(cx, call, operands, Synchronization::WriteTimedLock)
}
