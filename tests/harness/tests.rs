//! Tests over programs of the corpus: proofs, traces, scans, reductions, transformations and witnesses.

mod arguments;
mod checked;
mod commutation;
mod dependencies;
mod interleavings;
mod intervals;
mod invariants;
mod minimized;
mod proofs;
mod reductions;
mod scale;
mod scans;
mod sequentialized;
mod slice_programs;
mod slices;
mod witnesses;
