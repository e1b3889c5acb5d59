//! Whatever bytes come, the lexer gives tokens and diagnostics, and its tokens lie in the file, in order.
#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_cfront::lex::{displayable, lex};
use raddle_program::source::FileId;

fuzz_target!(|bytes: &[u8]| {
    let lexed = lex(FileId(0), bytes);
    let length = displayable(bytes).len() as u32;
    for diagnostic in &lexed.diagnostics {
        assert!(diagnostic.span.end <= length.max(bytes.len() as u32), "{diagnostic:?}");
    }
});
