//! The notation of programs: what can be read is printed, and read again it is the same program.
#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_program::text;

fuzz_target!(|written: &str| {
    let load = |_: &str| None;
    let Ok(program) = text::read(written, load) else { return };
    let printed = text::print(&program);
    match text::read(&printed, load) {
        Ok(again) => assert_eq!(text::print(&again), printed, "printed and read back it prints differently"),
        Err(error) => panic!("what was printed cannot be read: {error:?}\n{printed}"),
    }
});
