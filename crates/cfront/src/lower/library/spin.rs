//! Spin locks: POSIX `pthread_spin_*`.

use raddle_program::syntax::Synchronization;

use super::{Model, Row, row};

pub(super) const ROWS: &[Row] = &[
    row("pthread_spin_init", 2, Model::Operation(Synchronization::SpinInit, 1)),
    row("pthread_spin_destroy", 1, Model::Operation(Synchronization::SpinDestroy, 1)),
    row("pthread_spin_lock", 1, Model::Operation(Synchronization::SpinLock, 1)),
    row("pthread_spin_trylock", 1, Model::Operation(Synchronization::SpinTryLock, 1)),
    row("pthread_spin_unlock", 1, Model::Operation(Synchronization::SpinUnlock, 1)),
];
