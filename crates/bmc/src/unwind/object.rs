//! Objects of the unwound program, and what earlier passes learned about them.
//!
//! An object has one number for the whole life of the engine: passes and bounds may come and go, the second object that a
//! loop of a thread allocates at a place is always the same. Tags of addresses are made of these numbers, so what one pass
//! learned about pointers holds for the next.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::automaton::Transition;
use raddle_program::syntax::{GlobalId, LocalId, ProcedureId, Region, SynchronizationFamily};
use rustc_hash::FxHashMap;

use crate::unwind::value::TAG_BITS;

/// An object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

/// An instance of a thread: one execution of one spawn in the unwound program. Main is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ThreadId(pub u32);

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectKey {
    /// A global.
    Global(GlobalId),
    /// A thread's copy of a thread-local.
    ThreadLocal(ThreadId, GlobalId),
    /// The n-th life of a local of a procedure in a thread.
    Local(ThreadId, ProcedureId, LocalId, u32),
    /// The n-th allocation at a program location in a thread.
    Allocated(ThreadId, ProcedureId, Transition, u32, Region),
    /// The shadow state of the synchronization object at an address.
    Shadow(ObjectId, u64),
    /// The part of that shadow state that one thread keeps for itself, for example how often it holds a read lock.
    Own(ThreadId, ObjectId, u64),
    /// Whether the synchronization object at an address was initialized or destroyed by a call.
    Usage(ObjectId, u64),
    /// Which threads wait at the synchronization object at an address.
    Places(ObjectId, u64),
    /// The shadow state of a thread: joined or detached, ended, marked for cancellation.
    Status(ThreadId),
    /// Which keys of thread-specific data exist.
    Keys,
    /// The values that a thread has set for the keys.
    Specific(ThreadId),
    /// Whether an object lives.
    Life(ObjectId),
}

/// What a tag stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// An object.
    Object(ObjectKey),
    /// A procedure.
    Procedure(ProcedureId),
    /// A thread's id.
    Thread(ThreadId),
    /// Somewhere outside of every object.
    Wild,
}

/// How a thread came about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ThreadKey {
    /// The first thread.
    Main,
    /// The n-th thread that a thread starts with a procedure.
    Spawned(ThreadId, ProcedureId, u32),
    /// No thread of the program: it reads final values after all other events.
    Last,
}

/// Numbers for objects, threads and tags. They only grow.
#[derive(Default)]
pub struct Names {
    targets: Vec<Target>,
    tags: FxHashMap<Target, u128>,
    threads: Vec<ThreadKey>,
    thread_ids: FxHashMap<ThreadKey, ThreadId>,
}

impl Names {
    /// The tag of a target: 1 and up, since 0 is no target.
    pub fn tag(&mut self, target: Target) -> u128 {
        if let Some(&tag) = self.tags.get(&target) {
            return tag;
        }
        self.targets.push(target);
        let tag = self.targets.len() as u128;
        assert!(tag < 1 << TAG_BITS, "there are more objects than tags");
        self.tags.insert(target, tag);
        tag
    }

    /// What a tag stands for. Requires a tag that was given.
    pub fn target(&self, tag: u128) -> Target {
        self.targets[tag as usize - 1]
    }

    /// Whether hardly any tags are left. The reserve has room for the names that one transition makes.
    pub fn are_nearly_used_up(&self) -> bool {
        self.targets.len() > (1 << TAG_BITS) - RESERVE
    }

    /// The object of a key.
    pub fn object(&mut self, key: ObjectKey) -> ObjectId {
        ObjectId(self.tag(Target::Object(key)) as u32)
    }

    /// The object of a key, if it was named.
    pub fn find(&self, key: ObjectKey) -> Option<ObjectId> {
        self.tags.get(&Target::Object(key)).map(|&tag| ObjectId(tag as u32))
    }

    /// What an object is. Requires an object that was named.
    pub fn key(&self, object: ObjectId) -> ObjectKey {
        match self.target(object.0.into()) {
            Target::Object(key) => key,
            Target::Procedure(_) | Target::Thread(_) | Target::Wild => {
                panic!("an object has the tag of an object")
            }
        }
    }

    /// The object to which a piece of shadow state belongs. Any other object belongs to itself.
    pub fn base(&self, object: ObjectId) -> ObjectId {
        match self.key(object) {
            ObjectKey::Shadow(base, _)
            | ObjectKey::Usage(base, _)
            | ObjectKey::Places(base, _)
            | ObjectKey::Life(base) => base,
            ObjectKey::Global(_)
            | ObjectKey::ThreadLocal(..)
            | ObjectKey::Local(..)
            | ObjectKey::Allocated(..)
            | ObjectKey::Own(..)
            | ObjectKey::Status(_)
            | ObjectKey::Keys
            | ObjectKey::Specific(_) => object,
        }
    }

    /// The thread of a key.
    pub fn thread(&mut self, key: ThreadKey) -> ThreadId {
        if let Some(&thread) = self.thread_ids.get(&key) {
            return thread;
        }
        let thread = ThreadId(self.threads.len() as u32);
        self.threads.push(key);
        self.thread_ids.insert(key, thread);
        thread
    }
}

/// This many tags are reserved for the transition that finds the tags nearly used up.
const RESERVE: usize = 1 << 13;

/// The address of a mutex.
pub type LockId = (ObjectId, u64);

/// The greatest number of constants that are kept of a cell.
const VALUE_LIMIT: usize = 8;

/// The values that some bytes may hold.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ValueSet {
    /// The tags.
    pub tags: BTreeSet<u128>,
    /// The numbers; `None` for any.
    pub bits: Option<BTreeSet<u128>>,
    is_started: bool,
}

impl ValueSet {
    /// Adds possible values; `None` stands for any number.
    pub fn extend(&mut self, tags: &[u128], bits: Option<&[u128]>) {
        self.tags.extend(tags);
        if !self.is_started {
            self.is_started = true;
            self.bits = Some(BTreeSet::new());
        }
        match (&mut self.bits, bits) {
            (Some(known), Some(more)) => {
                known.extend(more);
                if known.len() > VALUE_LIMIT {
                    self.bits = None;
                }
            }
            (_, None) => self.bits = None,
            (None, Some(_)) => {}
        }
    }

    /// Adds what another set holds. Whether that is more.
    fn join(&mut self, other: &ValueSet, widens: bool) -> bool {
        let before = self.clone();
        if other.is_started {
            let bits: Option<Vec<u128>> = other.bits.as_ref().map(|bits| bits.iter().copied().collect());
            let tags: Vec<u128> = other.tags.iter().copied().collect();
            self.extend(&tags, bits.as_deref());
        }
        let grew = *self != before;
        if grew && widens && before.is_started && self.bits != before.bits {
            self.bits = None;
        }
        grew
    }
}

/// What is known of an object that more than one thread may reach.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ObjectProfile {
    /// The threads that access it once other threads can reach it.
    pub accessors: BTreeSet<ThreadId>,
    /// For each range that is written (offset and size): the threads that write it once other threads can reach the
    /// object.
    pub writers: BTreeMap<(u64, u64), BTreeSet<ThreadId>>,
    /// Whether a thread accessed the object without its contents in the state of the thread.
    pub is_foreign: bool,
    /// The size of the widest written range.
    widest: u64,
    /// Where accesses begin and end.
    pub cuts: BTreeSet<u64>,
    /// The accessed ranges: offset and size.
    pub ranges: BTreeSet<(u64, u64)>,
    /// The mutexes that were held at each access; `None` before the first.
    pub locks: Option<BTreeSet<LockId>>,
    /// What may be in the bytes from an offset to the next cut.
    pub values: BTreeMap<(u64, u64), ValueSet>,
}

impl ObjectProfile {
    /// Whether its accesses are events.
    pub fn is_contended(&self) -> bool {
        self.is_foreign || !self.writers.is_empty() && self.accessors.len() > 1
    }

    /// Whether `thread` is the only thread that writes any of some bytes, once other threads can reach the object.
    pub fn is_left_to(&self, thread: ThreadId, offset: u64, size: u64) -> bool {
        let mut before = self.writers.range(..(offset + size, 0)).rev();
        before
            .by_ref()
            .take_while(|((at, _), _)| at + self.widest > offset)
            .all(|((at, length), writers)| at + length <= offset || writers.iter().all(|&writer| writer == thread))
    }

    /// A thread writes a range.
    pub fn note_writer(&mut self, thread: ThreadId, range: (u64, u64)) {
        self.writers.entry(range).or_default().insert(thread);
        self.widest = self.widest.max(range.1);
    }

    /// What grows from pass to pass, values aside.
    fn extent(&self) -> (usize, usize, bool, usize, Option<BTreeSet<LockId>>) {
        let n_writers = self.writers.values().map(BTreeSet::len).sum();
        (self.accessors.len(), n_writers, self.is_foreign, self.ranges.len(), self.locks.clone())
    }

    /// The pieces that are accessed, in order.
    pub fn all_pieces(&self) -> BTreeSet<(u64, u64)> {
        self.ranges.iter().flat_map(|&(offset, size)| self.pieces(offset, offset + size)).collect()
    }

    /// The pieces that accesses are made of, in a range.
    pub fn pieces(&self, from: u64, to: u64) -> Vec<(u64, u64)> {
        let mut starts: Vec<u64> = vec![from];
        starts.extend(self.cuts.range(from + 1..to));
        starts.push(to);
        starts.windows(2).map(|pair| (pair[0], pair[1] - pair[0])).collect()
    }
}

/// An object that was made in some pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    /// In bytes; the most that was seen.
    pub size: u64,
    /// Whether it is a constant.
    pub is_read_only: bool,
    /// The region of an allocation.
    pub region: Option<Region>,
    /// Whether its size is not known before it is made.
    pub is_bounded_later: bool,
}

impl Made {
    /// Adds what another pass saw; whether there was anything new.
    fn join(&mut self, found: Made) -> bool {
        let before = *self;
        // The pass decides what is made under this name. So a thread that reaches the object before it is made does not
        // know its size.
        self.is_bounded_later |= self.size != found.size;
        self.size = self.size.max(found.size);
        self.is_read_only &= found.is_read_only;
        self.region = self.region.or(found.region);
        self.is_bounded_later |= found.is_bounded_later;
        *self != before
    }
}

/// What a pass assumes and finds.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Profile {
    /// By object.
    pub objects: BTreeMap<ObjectId, ObjectProfile>,
    /// The objects that were made within these bounds, by any thread. Another thread may reach such an object before
    /// the pass makes it.
    pub made: BTreeMap<ObjectId, Made>,
    /// Whether a thread reached an object before the pass made it.
    pub is_early: bool,
    /// Atomic sections in which a thread may stop, by thread and number.
    pub stopping_groups: BTreeSet<(ThreadId, u32)>,
    /// Those of them in which a thread may stop in a loop that changes nothing.
    pub idle_groups: BTreeSet<(ThreadId, u32)>,
    /// Mutexes that a thread may wait for without end.
    pub blocking_locks: BTreeSet<LockId>,
    /// Synchronization objects that have shadow state.
    pub shadows: BTreeSet<LockId>,
    /// Synchronization objects whose waiting threads are shadow state, with the threads that may wait there.
    pub places: BTreeMap<LockId, BTreeSet<ThreadId>>,
    /// Synchronization objects for which shadow state records whether a call initialized or destroyed them.
    pub usages: BTreeSet<LockId>,
    /// Addresses of the fields of synchronization objects that hold the kind of a mutex or show whether the object was
    /// written.
    pub looked: BTreeSet<(ObjectId, u64)>,
    /// The fields in `looked` whose value is unknown once other threads can reach them: written with anything but
    /// zeros, or not zero at the start.
    pub told: BTreeSet<(ObjectId, u64)>,
    /// The family (mutex, semaphore, ...) of each synchronization object that is used.
    pub families: BTreeMap<LockId, SynchronizationFamily>,
    /// The mutexes that threads wait with, by condition variable.
    pub partners: BTreeMap<LockId, BTreeSet<LockId>>,
    /// Threads that have shadow state.
    pub watched: BTreeSet<ThreadId>,
    /// Threads that another thread may cancel.
    pub cancelled: BTreeSet<ThreadId>,
    /// How many keys of thread-specific data are made.
    pub n_keys: u32,
    /// The type of thread-specific data.
    pub key_type: Option<raddle_program::types::TypeId>,
    /// The results of threads that were joined before they were unwound.
    pub returned: BTreeMap<ThreadId, ValueSet>,
}

impl Profile {
    /// How much is known besides objects and returned values.
    fn extent(&self) -> [usize; 15] {
        let n_places = self.places.values().map(BTreeSet::len).sum();
        let (groups, locks) = (self.stopping_groups.len(), self.blocking_locks.len());
        let (n_watched, n_cancelled) = (self.watched.len(), self.cancelled.len());
        let keys = [self.n_keys as usize, self.key_type.is_some().into()];
        let n_partners = self.partners.values().map(BTreeSet::len).sum();
        let (n_usages, n_looked, n_told) = (self.usages.len(), self.looked.len(), self.told.len());
        let objects = [self.shadows.len(), self.places.len(), n_places];
        let [n_shadows, n_objects, n_places] = objects;
        let [n_keys, has_type] = keys;
        [
            groups,
            self.idle_groups.len(),
            locks,
            n_shadows,
            n_watched,
            n_cancelled,
            n_objects,
            n_places,
            n_keys,
            has_type,
            n_usages,
            n_looked,
            n_told,
            n_partners,
            self.families.len(),
        ]
    }

    /// Adds what a pass observed; returns whether anything was new. With `widens`, a set of numbers that still grows
    /// becomes "any number".
    pub fn join(&mut self, found: &Profile, widens: bool) -> bool {
        let before = self.extent();
        self.shadows.extend(&found.shadows);
        self.usages.extend(&found.usages);
        self.looked.extend(&found.looked);
        self.told.extend(&found.told);
        for (&object, &family) in &found.families {
            self.families.entry(object).or_insert(family);
        }
        for (&condition, mutexes) in &found.partners {
            self.partners.entry(condition).or_default().extend(mutexes);
        }
        self.watched.extend(&found.watched);
        self.cancelled.extend(&found.cancelled);
        self.n_keys = self.n_keys.max(found.n_keys);
        self.key_type = self.key_type.or(found.key_type);
        for (&object, threads) in &found.places {
            self.places.entry(object).or_default().extend(threads);
        }
        self.stopping_groups.extend(&found.stopping_groups);
        self.idle_groups.extend(&found.idle_groups);
        self.blocking_locks.extend(&found.blocking_locks);
        let mut grew = before != self.extent();
        let mut has_new = false;
        for (&object, &found) in &found.made {
            let known = self.made.entry(object);
            let is_new = matches!(known, std::collections::btree_map::Entry::Vacant(_));
            let has_grown = known.or_insert(found).join(found);
            has_new |= is_new || has_grown;
        }
        // Another pass is needed for a new object only if a thread reached some object before it was made.
        grew |= has_new && found.is_early;
        for (&thread, values) in &found.returned {
            grew |= self.returned.entry(thread).or_default().join(values, widens);
        }
        for (&object, data) in &found.objects {
            let known = self.objects.entry(object).or_default();
            let before = known.extent();
            known.accessors.extend(&data.accessors);
            for (&range, writers) in &data.writers {
                writers.iter().for_each(|&writer| known.note_writer(writer, range));
            }
            known.is_foreign |= data.is_foreign;
            known.cuts.extend(&data.cuts);
            known.ranges.extend(&data.ranges);
            known.locks = match (known.locks.take(), &data.locks) {
                (Some(known), Some(more)) => Some(known.intersection(more).copied().collect()),
                (None, more) => more.clone(),
                (known, None) => known,
            };
            let after = known.extent();
            grew |= before != after;
            for (piece, values) in &data.values {
                grew |= known.values.entry(*piece).or_default().join(values, widens);
            }
        }
        grew
    }
}
