//! The `.prog` notation: a program as text that people can read and that reads back equal.
//!
//! ```text
//! program lp64;
//! file "pair.c" 120 0x1f0c6d3a4b5e6978; // name, bytes and hash of a source file; its text is not repeated here
//! directive 3 "pair.y" 17; // from its line 3 on, people are shown pair.y, from line 17 on
//! record 0 struct node size 16 align 8 { @0:4-8
//!   int value at 0; @0:12-17
//!   unsigned int tag at 4 bits 3 in 2 from 0; // a bit-field: 3 bits in 2 bytes, from bit 0 on
//!   struct node* next at 8;
//! }
//! type 0 void;
//! type 1 int;
//! type 2 unsigned int;
//! type 3 struct node;
//! type 4 struct node*;
//! type 5 void*;
//! global thread_local int x = { 0: int 5 };
//! global struct node first;
//! global struct node* head = { 0: struct node* &first + 8 };
//! procedure worker(argument) -> void* { @0:20-26
//!   register parameter void* argument;
//!   register variable void* result;
//!   memory variable int buffer;
//!   label again;
//!   again:
//!   if (x > 0) { @0:40-41
//!     buffer = x; @0:45-46
//!     head->next = (struct node*)argument;
//!   } else {
//!     goto again;
//!   }
//!   while (1) {
//!     result = call worker((0 : void*));
//!   }
//! }
//! procedure main() -> int {
//! }
//! main main;
//! ```
//!
//! `@file:start-end` at the end of a line is a span; without it there is none. A block opened at the end of a line belongs
//! to the statement, whose span follows the brace. `//` comments end with their line.
//!
//! Tables (files, records, types, globals, procedures, locals, labels) are written in the order of their ids, so that ids
//! come out equal. Types are written with what is inside read from left to right: `int[2][3]` is as in C, `int[3]*` points
//! to an array, `int const*` to a constant, `void*(void*)*` to a function; `struct node` is a record by its tag, `struct
//! #4` by its id where the tag does not tell. A type is not written where it follows from the operands; otherwise it is,
//! as in `(0 : int*)`. Numbers with C's suffixes have C's types. `p +[4] i` is pointer arithmetic with elements of 4
//! bytes, `distance[4](p, q)` their difference. Operands that are operations are in parentheses.
//!
//! Names that are no C identifiers or are words of the notation stand in `'quotes'`. A name that is not unique is followed by
//! `#` and its id; a global that a local hides is written `::x`.

mod lex;
mod names;
mod print;
mod print_code;
mod read;
mod read_code;
mod read_expr;
mod read_types;
mod types;

pub use print::print;
pub use read::{ReadError, read};

use crate::syntax::Synchronization;

/// The words by which synchronization calls are written.
const SYNCHRONIZATIONS: [(Synchronization, &str); 53] = [
    (Synchronization::MutexInit, "mutex_init"),
    (Synchronization::MutexDestroy, "mutex_destroy"),
    (Synchronization::MutexLock, "mutex_lock"),
    (Synchronization::MutexTryLock, "mutex_try_lock"),
    (Synchronization::MutexTimedLock, "mutex_timed_lock"),
    (Synchronization::MutexUnlock, "mutex_unlock"),
    (Synchronization::ConditionInit, "condition_init"),
    (Synchronization::ConditionDestroy, "condition_destroy"),
    (Synchronization::ConditionRelease, "condition_release"),
    (Synchronization::ConditionWake, "condition_wake"),
    (Synchronization::ConditionTimedWake, "condition_timed_wake"),
    (Synchronization::ConditionSignal, "condition_signal"),
    (Synchronization::ConditionBroadcast, "condition_broadcast"),
    (Synchronization::ReadWriteInit, "read_write_init"),
    (Synchronization::ReadWriteDestroy, "read_write_destroy"),
    (Synchronization::ReadLock, "read_lock"),
    (Synchronization::ReadTryLock, "read_try_lock"),
    (Synchronization::ReadTimedLock, "read_timed_lock"),
    (Synchronization::WriteLock, "write_lock"),
    (Synchronization::WriteTryLock, "write_try_lock"),
    (Synchronization::WriteTimedLock, "write_timed_lock"),
    (Synchronization::ReadWriteUnlock, "read_write_unlock"),
    (Synchronization::SpinInit, "spin_init"),
    (Synchronization::SpinDestroy, "spin_destroy"),
    (Synchronization::SpinLock, "spin_lock"),
    (Synchronization::SpinTryLock, "spin_try_lock"),
    (Synchronization::SpinUnlock, "spin_unlock"),
    (Synchronization::BarrierInit, "barrier_init"),
    (Synchronization::BarrierDestroy, "barrier_destroy"),
    (Synchronization::BarrierArrive, "barrier_arrive"),
    (Synchronization::BarrierLeave, "barrier_leave"),
    (Synchronization::OnceBegin, "once_begin"),
    (Synchronization::OnceEnd, "once_end"),
    (Synchronization::KeyCreate, "key_create"),
    (Synchronization::KeyDelete, "key_delete"),
    (Synchronization::KeyGet, "key_get"),
    (Synchronization::KeySet, "key_set"),
    (Synchronization::SemaphoreInit, "semaphore_init"),
    (Synchronization::SemaphoreDestroy, "semaphore_destroy"),
    (Synchronization::SemaphoreWait, "semaphore_wait"),
    (Synchronization::SemaphoreTryWait, "semaphore_try_wait"),
    (Synchronization::SemaphoreTimedWait, "semaphore_timed_wait"),
    (Synchronization::SemaphorePost, "semaphore_post"),
    (Synchronization::SemaphoreGetValue, "semaphore_get_value"),
    (Synchronization::ThreadDetach, "thread_detach"),
    (Synchronization::ThreadTestEnd, "thread_test_end"),
    (Synchronization::ThreadCancel, "thread_cancel"),
    (Synchronization::TestCancel, "test_cancel"),
    (Synchronization::SetCancelState, "set_cancel_state"),
    (Synchronization::CleanupPush, "cleanup_push"),
    (Synchronization::CleanupPop, "cleanup_pop"),
    (Synchronization::BecomeChild, "become_child"),
    (Synchronization::Overwrite, "overwrite"),
];
