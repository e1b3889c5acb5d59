//! The intermediate representation: its text form, its C form, traces, and which programs are well formed.

mod automaton;
mod c_print;
mod support;
mod text;
mod trace_json;
mod wellformed;
