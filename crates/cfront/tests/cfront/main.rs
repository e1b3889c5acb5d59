//! The front end: the typed tree, its checks against a C compiler, headers, linking, lowering and printing.

mod check_against_gcc;
mod check_headers;
mod check_initializers;
mod check_messages;
mod check_robustness;
mod check_shared_programs;
mod check_tree;
mod headers;
mod link;
mod lower_mutations;
mod lower_shared_programs;
mod mutations;
mod mutations_against_gcc;
mod nesting;
mod options_against_gcc;
mod printed_c;
mod shared_programs;
mod support;
mod system_headers;
mod written_against_gcc;
