//! The tools of the repository: its fuzzer, the tampering with evidence, the mutants, the rules of the text.

mod conformity;
mod differences;
mod mutants;
mod score;
mod slices;
mod tamper;
mod tidy;
