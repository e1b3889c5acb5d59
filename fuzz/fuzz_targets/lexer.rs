//! Whatever bytes come, the lexer gives tokens and diagnostics that lie in the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_cfront::lex::lex;
use raddle_program::source::FileId;

fuzz_target!(|bytes: &[u8]| {
    let lexed = lex(FileId(0), bytes);
    for diagnostic in &lexed.diagnostics {
        assert!(diagnostic.span.end as usize <= bytes.len(), "{diagnostic:?}");
    }
});
