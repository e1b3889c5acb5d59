//! Locks that belong to what they protect: `p->lock` to `p->data`, `locks[i]` to `data[i]`.
//!
//! The proof says how the address of the lock follows from that of the access: *near* it, at a fixed distance; or
//! *indexed*, where the access is at `data + stride * x + offset` and the lock at `locks + pitch * x + place`, for some
//! register `x`. If two accesses start at the same byte, the lock is the same. For an index this holds, too, if the
//! pitch is a multiple of the stride (then the lock's distance is a multiple of the access's), or if `x` is so narrow
//! that nothing wraps.
//!
//! So the checker requires: accesses that overlap start at the same byte; before each of them the thread holds that
//! lock ([`super::backward`]); a thread that releases such a lock holds it; the lock is initialized, overwritten and
//! destroyed only by main while no other thread runs.

use std::cell::RefCell;
use std::collections::BTreeMap;

use raddle_program::syntax::{Effect, GlobalId, Synchronization as S};

use super::address::{Address, At, Object};
use super::backward::{Backward, Wanted};
use super::locks::may_be;
use super::parallel::Parallel;
use super::pointers::{Access, Pointers};
use super::terms::{Origin, Term, value};

/// How the address of a lock follows from that of an access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Relation {
    /// So many bytes further.
    Near(i128),
    /// By an index of both.
    Indexed {
        /// What one index more is worth for the access, and where it begins.
        stride: i128,
        /// The rest of the access's address.
        offset: i128,
        /// What holds the locks.
        locks: GlobalId,
        /// What one index more is worth for the lock.
        pitch: i128,
        /// The rest of the lock's address.
        place: i128,
    },
}

/// Factors that stay so small do not wrap with an index of 32 bits, where addresses have 64.
const SMALL: i128 = 1 << 24;

/// Which locks threads have by such relations.
pub struct SymbolicLocks<'a, 'p> {
    pointers: &'a Pointers<'p>,
    parallel: &'a Parallel<'a, 'p>,
    backward: Backward<'a, 'p>,
    /// Whether releases and initializations are right, by step.
    is_right: RefCell<BTreeMap<At, bool>>,
    is_checked: bool,
}

impl<'a, 'p> SymbolicLocks<'a, 'p> {
    /// For a program; unless it is checked, locks are not taken away.
    pub fn new(pointers: &'a Pointers<'p>, parallel: &'a Parallel<'a, 'p>, is_checked: bool) -> SymbolicLocks<'a, 'p> {
        let backward = Backward::new(pointers);
        SymbolicLocks { pointers, parallel, backward, is_right: RefCell::default(), is_checked }
    }

    /// Whether the thread holds the lock of an access to an object: exclusively, or with `may_be_shared` also for
    /// reading.
    pub fn has(&self, access: &Access, object: Object, relation: Relation, may_be_shared: bool) -> bool {
        let Some(wanted) = self.wanted(access, object, relation, may_be_shared) else { return false };
        self.backward.has(access.at, &wanted) && (!self.is_checked || self.stays(&wanted.addresses))
    }

    fn wanted(&self, access: &Access, object: Object, relation: Relation, may_be_shared: bool) -> Option<Wanted> {
        let term = access.term.as_ref()?;
        let (lock, addresses) = match relation {
            Relation::Near(distance) => {
                let lock = term.plus(&Term::number(distance))?;
                (lock, access.addresses.addresses().map(|address| address.moved(distance)).collect())
            }
            Relation::Indexed { stride, offset, locks, pitch, place } => {
                let (index, factor) = term.index()?;
                let Object::Global(data) = object else { return None };
                let is_said = term.base() == Some(Origin::Global(data))
                    && factor == stride
                    && term.constant == offset
                    && self.tells_the_lock(access.at, index, stride, pitch);
                let first = Term::origin(Origin::Global(locks)).plus(&Term::number(place))?;
                let lock = first.plus(&Term::register(index).times(pitch)?)?;
                let stride = u64::try_from(pitch).ok()?;
                let all = Address::first(Object::Global(locks)).moved(place).strided(stride);
                (Some(lock).filter(|_| is_said)?, vec![all])
            }
        };
        Some(Wanted { lock, addresses, may_be_shared })
    }

    /// Whether equal addresses have equal locks.
    fn tells_the_lock(&self, at: At, index: raddle_program::syntax::LocalId, stride: i128, pitch: i128) -> bool {
        let program = self.pointers.program;
        let bits = |ty| program.types.scalar_shape(ty).map_or(u32::MAX, |(bits, _)| bits);
        let is_narrow = bits(program.procedures[at.0.procedure].locals[index].ty) <= 32
            && program.types.model().pointer_bytes() == 8
            && pitch < SMALL
            && stride < SMALL;
        stride > 0 && pitch > 0 && (pitch % stride == 0 || is_narrow)
    }

    /// Whether no other thread takes such locks away from their holders.
    fn stays(&self, addresses: &[Address]) -> bool {
        self.pointers.sites.iter().all(|(&at, site)| {
            let concerns = || addresses.iter().any(|&address| may_be(&site.operands[0], address));
            match site.operation {
                S::MutexUnlock | S::SpinUnlock | S::ReadWriteUnlock => !concerns() || self.lets_go_what_it_has(at),
                S::MutexInit | S::SpinInit | S::ReadWriteInit | S::Overwrite => {
                    let is_alone =
                        at.0.class == 0 && self.parallel.running(at).is_none_or(|running| running.is_empty());
                    is_alone || !concerns()
                }
                S::MutexDestroy | S::SpinDestroy | S::ReadWriteDestroy => {
                    let is_alone =
                        at.0.class == 0 && self.parallel.running(at).is_none_or(|running| running.is_empty());
                    is_alone || !concerns()
                }
                _ => true,
            }
        })
    }

    fn lets_go_what_it_has(&self, at: At) -> bool {
        if let Some(&known) = self.is_right.borrow().get(&at) {
            return known;
        }
        let is_right = self.parallel.running(at).is_none() || self.has_what_it_lets_go(at);
        self.is_right.borrow_mut().insert(at, is_right);
        is_right
    }

    fn has_what_it_lets_go(&self, at: At) -> bool {
        let effect = &self.pointers.automata[at.0.procedure].transitions[at.1].effect;
        let (Effect::Synchronize { operation, operands, .. }, Some(site)) = (effect, self.pointers.sites.get(&at))
        else {
            return false;
        };
        let Some(lock) = value(self.pointers.program, at.0.procedure, &operands[0]) else { return false };
        let may_be_shared = *operation == S::ReadWriteUnlock;
        let addresses = site.operands[0].addresses().collect();
        self.backward.has(at, &Wanted { lock, addresses, may_be_shared })
    }
}
