//! Whatever text comes, the parser gives a tree and diagnostics that can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_cfront::parse::parse_text;
use raddle_cfront::render::render;

fuzz_target!(|text: &str| {
    let (source, _, diagnostics) = parse_text("input.c", text);
    let _ = render(&source, &diagnostics, false);
});
