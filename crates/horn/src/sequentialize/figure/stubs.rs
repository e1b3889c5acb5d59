//! The stubs for the thread library, as C: blocking is an assumption, a change of state is an assignment.

use std::collections::BTreeSet;

use raddle_program::syntax::{Place, PlaceKind, Program, Synchronization as S};
use raddle_program::types::{
    ArrayLength, DataModel, Field, IntKind, Qualified, Record, RecordBody, RecordId, TypeKind, Types,
};
use raddle_program::visit::{Visitor, walk_block};

/// The layout of synchronization objects that the stubs need.
pub struct Words {
    /// The index of the word that holds the kind of a mutex.
    pub kind: u32,
}

/// The records whose members the code names.
struct Members<'a> {
    found: BTreeSet<RecordId>,
    types: &'a Types,
}

impl Visitor for Members<'_> {
    fn place(&mut self, place: &Place) {
        if let PlaceKind::Field(base, _) = &place.kind
            && let TypeKind::Record(record) = self.types.kind(base.ty)
        {
            self.found.insert(*record);
        }
    }
}

/// The stub of an operation, if there is one.
pub fn name_of(operation: S) -> Option<&'static str> {
    Some(match operation {
        S::MutexInit => "seq_init",
        S::MutexDestroy => "seq_destroy",
        S::MutexLock => "seq_lock",
        S::MutexTryLock => "seq_trylock",
        S::MutexTimedLock => "seq_timedlock",
        S::MutexUnlock => "seq_unlock",
        S::ConditionInit | S::ConditionDestroy | S::ConditionSignal | S::ConditionBroadcast => "seq_signal",
        S::ConditionRelease => "seq_wait",
        S::ConditionWake => "seq_wake",
        S::ConditionTimedWake => "seq_timedwake",
        S::ReadWriteInit | S::ReadWriteDestroy => "seq_rwlock_init",
        S::ReadLock => "seq_rdlock",
        S::WriteLock => "seq_wrlock",
        S::ReadTryLock => "seq_tryrdlock",
        S::ReadTimedLock => "seq_timedrdlock",
        S::WriteTryLock => "seq_trywrlock",
        S::WriteTimedLock => "seq_timedwrlock",
        S::ReadWriteUnlock => "seq_rwunlock",
        S::SpinInit | S::SpinDestroy => "seq_spin_init",
        S::SpinLock => "seq_spin_lock",
        S::SpinTryLock => "seq_spin_trylock",
        S::SpinUnlock => "seq_spin_unlock",
        S::SemaphoreInit => "seq_sem_init",
        S::SemaphoreDestroy => "seq_sem_destroy",
        S::SemaphoreWait => "seq_sem_wait",
        S::SemaphoreTryWait => "seq_sem_trywait",
        S::SemaphoreTimedWait => "seq_sem_timedwait",
        S::SemaphorePost => "seq_sem_post",
        S::SemaphoreGetValue => "seq_sem_value",
        S::OnceBegin => "seq_once_begin",
        S::OnceEnd => "seq_once_end",
        S::TestCancel => "seq_test_cancel",
        S::BarrierInit => "seq_barrier_init",
        S::BarrierDestroy => "seq_barrier_destroy",
        S::BarrierArrive => "seq_barrier_arrive",
        S::BarrierLeave => "seq_barrier_leave",
        S::ThreadDetach => "seq_detach",
        S::KeyCreate
        | S::KeyDelete
        | S::KeyGet
        | S::KeySet
        | S::ThreadTestEnd
        | S::ThreadCancel
        | S::SetCancelState
        | S::CleanupPush
        | S::CleanupPop
        | S::BecomeChild
        | S::Overwrite => return None,
    })
}

/// The least size of a mutex in bytes.
pub const MUTEX: u64 = 20;

/// The stub for a mutex that consists of one word.
pub fn small(name: &str) -> Option<&'static str> {
    Some(match name {
        "seq_init" | "seq_destroy" => "seq_spin_init",
        "seq_lock" => "seq_spin_lock",
        "seq_trylock" => "seq_spin_trylock",
        "seq_unlock" => "seq_spin_unlock",
        _ => return None,
    })
}

/// Whether a record is a synchronization object of the headers.
pub fn is_object(record: &Record) -> bool {
    const SIZES: [u64; 7] = [16, 20, 24, 32, 40, 48, 56];
    let is_ours = record.body.as_ref().is_some_and(|body| {
        SIZES.contains(&body.size) && body.fields.iter().any(|field| field.name.as_deref() == Some("__size"))
    });
    record.is_union && is_ours
}

/// Replaces the unions of the headers' synchronization objects by arrays of `int` of the same size, unless the program accesses their
/// members.
pub fn prepare(program: &mut Program) -> Words {
    let int = program.types.int(IntKind::Int);
    let mut looked_into = Members { found: BTreeSet::new(), types: &program.types };
    program.procedures.values().for_each(|procedure| walk_block(&procedure.body, &mut looked_into));
    let looked_into = looked_into.found;
    let unions: Vec<_> = program
        .types
        .records()
        .iter()
        .filter(|(id, record)| is_object(record) && !looked_into.contains(id))
        .map(|(id, record)| (id, record.clone()))
        .collect();
    for (id, record) in unions {
        let Some(body) = record.body else { continue };
        let length = ArrayLength::Fixed(body.size / 4);
        let words = program.types.intern(TypeKind::Array { element: Qualified::plain(int), length });
        let span = record.span;
        let field = Field { name: Some("word".into()), ty: Qualified::plain(words), offset: 0, bits: None, span };
        let tag = record.tag.unwrap_or_else(|| format!("words_{}", body.size / 4).into());
        let body = RecordBody { fields: vec![field], ..body };
        program.types.replace_record(id, Record { tag: Some(tag), is_union: false, body: Some(body), span });
    }
    let kind = match program.types.model() {
        DataModel::Lp64 => 4,
        DataModel::Ilp32 | DataModel::Llp64 => 3,
    };
    Words { kind }
}

/// The stubs, each preceded by its variables, with a blank line between stubs. THREADS is the number of threads, KIND the word of a mutex
/// with its kind.
pub const STUBS: &str = include_str!("stubs.c");
