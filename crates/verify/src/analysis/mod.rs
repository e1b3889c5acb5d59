//! What is known of a program without running it. One analysis a file, each with the rule that it implements on top.

pub mod commutation;
pub mod cone;
pub mod creation_lockset;
pub mod cut_points;
pub mod deadlock_freedom;
pub mod dependencies;
pub mod escape;
pub mod explanation;
pub mod flow;
pub mod future;
pub mod intervals;
pub mod join_loop;
pub mod linear;
pub mod live_globals;
pub mod lockset;
pub mod movers;
pub mod never_racing;
pub mod open_loops;
pub mod parallel;
pub mod points_to;
pub mod race_freedom;
pub mod reduction;
pub mod shared_location;
pub mod subject;
pub mod symbolic_lockset;
pub mod written_locks;
