//! Memory orders (C11 7.17.3): what an atomic access or a fence orders beside its own object.

use serde::{Deserialize, Serialize};

/// A memory order. `memory_order_consume` is read as [`MemoryOrder::Acquire`], as compilers do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum MemoryOrder {
    /// Orders nothing but its own object.
    Relaxed,
    /// A read takes over what the releasing write that it reads from was ordered after.
    Acquire,
    /// A write hands on what its thread is ordered after.
    Release,
    /// Both: of what reads and writes.
    AcquireRelease,
    /// Both, and part of one total order of all such operations.
    SequentiallyConsistent,
}

impl MemoryOrder {
    /// All orders, the weakest first.
    pub const ALL: [MemoryOrder; 5] = [
        MemoryOrder::Relaxed,
        MemoryOrder::Acquire,
        MemoryOrder::Release,
        MemoryOrder::AcquireRelease,
        MemoryOrder::SequentiallyConsistent,
    ];

    /// The order that a number stands for: `__ATOMIC_RELAXED` is 0, `__ATOMIC_SEQ_CST` is 5.
    pub fn from_number(number: i128) -> Option<MemoryOrder> {
        Some(match number {
            0 => MemoryOrder::Relaxed,
            1 | 2 => MemoryOrder::Acquire,
            3 => MemoryOrder::Release,
            4 => MemoryOrder::AcquireRelease,
            5 => MemoryOrder::SequentiallyConsistent,
            _ => return None,
        })
    }

    /// Its name: that of `memory_order_*`.
    pub fn name(self) -> &'static str {
        match self {
            MemoryOrder::Relaxed => "relaxed",
            MemoryOrder::Acquire => "acquire",
            MemoryOrder::Release => "release",
            MemoryOrder::AcquireRelease => "acq_rel",
            MemoryOrder::SequentiallyConsistent => "seq_cst",
        }
    }

    /// The order with a name.
    pub fn from_name(name: &str) -> Option<MemoryOrder> {
        MemoryOrder::ALL.into_iter().find(|order| order.name() == name)
    }

    /// Whether a read with this order, or a fence, is ordered after the releasing write that is read from.
    pub fn acquires(self) -> bool {
        match self {
            MemoryOrder::Acquire | MemoryOrder::AcquireRelease | MemoryOrder::SequentiallyConsistent => true,
            MemoryOrder::Relaxed | MemoryOrder::Release => false,
        }
    }

    /// Whether a write with this order, or a fence, hands on what its thread is ordered after.
    pub fn releases(self) -> bool {
        match self {
            MemoryOrder::Release | MemoryOrder::AcquireRelease | MemoryOrder::SequentiallyConsistent => true,
            MemoryOrder::Relaxed | MemoryOrder::Acquire => false,
        }
    }

    /// The half of it that concerns reading.
    pub fn of_load(self) -> MemoryOrder {
        match self {
            MemoryOrder::Relaxed | MemoryOrder::Release => MemoryOrder::Relaxed,
            MemoryOrder::Acquire | MemoryOrder::AcquireRelease => MemoryOrder::Acquire,
            MemoryOrder::SequentiallyConsistent => self,
        }
    }

    /// The half of it that concerns writing.
    pub fn of_store(self) -> MemoryOrder {
        match self {
            MemoryOrder::Relaxed | MemoryOrder::Acquire => MemoryOrder::Relaxed,
            MemoryOrder::Release | MemoryOrder::AcquireRelease => MemoryOrder::Release,
            MemoryOrder::SequentiallyConsistent => self,
        }
    }

    /// The constant in GCC's `__atomic_*`.
    pub fn constant(self) -> &'static str {
        match self {
            MemoryOrder::Relaxed => "__ATOMIC_RELAXED",
            MemoryOrder::Acquire => "__ATOMIC_ACQUIRE",
            MemoryOrder::Release => "__ATOMIC_RELEASE",
            MemoryOrder::AcquireRelease => "__ATOMIC_ACQ_REL",
            MemoryOrder::SequentiallyConsistent => "__ATOMIC_SEQ_CST",
        }
    }

    /// Whether it is weaker than `memory_order_seq_cst`.
    pub fn is_weak(self) -> bool {
        self != MemoryOrder::SequentiallyConsistent
    }
}

/// How an atomic access is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Atomic {
    /// Its order. The read of an update (below) has the order that it has if nothing is written; if something is, the write's
    /// order counts for both.
    pub order: MemoryOrder,
    /// Whether it is one half of an operation that reads and writes. The two stand in an atomic section of their own, which orders
    /// nothing but the object.
    pub is_update: bool,
}

impl Atomic {
    /// What an access to an `_Atomic` object is unless an order is named.
    pub const PLAIN: Atomic = Atomic { order: MemoryOrder::SequentiallyConsistent, is_update: false };

    /// Half of an operation that reads and writes.
    pub fn update(order: MemoryOrder) -> Atomic {
        Atomic { order, is_update: true }
    }

    /// A load or a store.
    pub fn access(order: MemoryOrder) -> Atomic {
        Atomic { order, is_update: false }
    }

    /// Whether the access may tell a thread of another without ordering it behind that one: a read that does not acquire, a
    /// write that does not release. Of an update that acquires and releases nothing is hidden, whatever it reads from.
    pub fn hides_order(self, is_write: bool) -> bool {
        if is_write { !self.order.releases() } else { !self.order.acquires() }
    }
}
