//! Static facts about a program: points-to, thread classes, lock sets, what may happen in parallel, value ranges, movers, slices.
//!
//! Nothing here runs the program, and nothing here knows an engine. Each analysis has a file of its own, with its rule at the head.
//! [`analyzed_program::AnalyzedProgram`] computes each fact about one program once, when it is asked for.

pub mod accesses;
pub mod allocation_names;
pub mod analyzed_program;
mod barrier_phases;
mod call_order;
pub mod commutation;
pub mod compared_addresses;
pub mod cone;
pub mod counted_loop;
pub mod counters;
pub mod creation_lockset;
pub mod cut_points;
pub mod deadlock_freedom;
pub mod dependencies;
pub mod escape;
pub mod exclusions;
mod executions;
pub mod explanation;
pub mod first_writes;
pub mod flow;
pub mod frame_locals;
pub mod future;
pub mod held_lock;
pub mod held_locks;
pub mod intervals;
pub mod join_loop;
mod joins;
pub mod key_values;
pub mod linear;
pub mod live_globals;
pub mod lock_usage;
pub mod lockset;
pub mod memory_safety;
pub mod movers;
pub mod mutex_kinds;
mod named_locks;
pub mod never_racing;
pub mod number;
pub mod open_loops;
pub mod overwritten_locks;
pub mod own_element;
pub mod parallel;
pub mod points_to;
pub mod race_freedom;
pub mod reduction;
pub mod sections;
pub mod shared_location;
pub mod sharers;
pub mod stored_objects;
pub mod stuck;
pub mod symbolic_lockset;
pub mod unrolled;
pub mod ways;
pub mod written_locks;
