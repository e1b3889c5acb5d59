//! The executable definition of programs: states, and what one transition of one thread does to them.
//!
//! Everything that an engine says about a program is measured by this definition (and, independently of it, by the
//! reference interpreter over the typed tree). One call of [`Machine::step`] takes one transition; which transitions to
//! take, and in what order, is the engine's business.

mod address_order;
mod addresses;
mod approximate;
mod arithmetic;
mod bit_field;
mod bounds;
mod compact;
mod contents;
mod ending;
mod evaluate;
mod floating;
mod low_bits;
mod memory;
mod object;
mod part;
mod record;
mod represent;
mod start;
mod state;
mod step;
mod synchronize;
mod value;

pub use addresses::{Addresses, Equalities, agree, alignment_of_allocation, is_literal, overlap};
pub use compact::Renamed;
pub use low_bits::RESERVED;
pub use memory::{Cells, Content, Life, Loaded, Mark, Object, Origin, SharedObject};
pub use object::{Mutex, MutexKind, ReadWrite, SyncObject};
pub use part::{Part, Whole};
pub use record::{Access, Called, Happened, Interruption, Naming, Pending, Record, Token};
pub use state::{BarrierWait, Cancellation, Cleanup, Ending, Frame, Routine, State, SyncAddress, Thread, Waiting};
pub use step::{CALL_DEPTH_LIMIT, Enabled, GivesAny, Machine, Outcome};
pub use synchronize::Awaited;
pub use value::{Interval, ObjectId, SymbolId, Value};
