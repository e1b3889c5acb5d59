//! Slicing: a program without what a property does not need.
//!
//! - [`Abstraction`]: given global variables read as any value, and are not written (Fig. 10 of the paper on counterexample-guided slicing).
//! - [`Relevant`]: what may influence an assertion. It repeats the abstraction of variables outside of the cone of influence
//!   ([`raddle_analysis::cone`]), the removal of dead stores (`dead_stores`) and of code that only computes registers that nothing reads
//!   (`relevant`), with a register of its own for each use of a temporary (`temporaries`).

mod abstraction;
mod dead_stores;
mod relevant;
mod temporaries;

pub use abstraction::{Abstraction, sliceable};
pub use relevant::Relevant;

use super::{Fidelity, Transform, Unchanged, WayBack};
use raddle_program::property::Property;

/// What slices say: computations, accesses and ends of executions are left out, so only assertions carry over, and only if they hold.
fn of_assertions(property: Property) -> Option<Fidelity> {
    match property {
        Property::Assertions => Some(Fidelity::Over),
        Property::Deadlock
        | Property::DataRace
        | Property::Memory
        | Property::Leaks
        | Property::Overflow
        | Property::Arithmetic
        | Property::Locks
        | Property::Termination => None,
    }
}
