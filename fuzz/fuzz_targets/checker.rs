//! What parses is checked, and what checks is lowered: nothing panics, and every program is well-formed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_cfront::check::check;
use raddle_cfront::diagnostic::has_errors;
use raddle_cfront::lower::lower;
use raddle_cfront::parse::parse_text;
use raddle_cfront::render::render;
use raddle_program::types::DataModel;
use raddle_program::wellformed::wellformed;

fuzz_target!(|text: &str| {
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let (source, tree, diagnostics) = parse_text("input.c", text);
        if has_errors(&diagnostics) {
            return;
        }
        let (unit, diagnostics) = check(source, &tree, model);
        let _ = render(&unit.source, &diagnostics, false);
        if has_errors(&diagnostics) || unit.main.is_none() {
            continue;
        }
        let (program, _) = lower(&unit);
        assert_eq!(wellformed(&program), Ok(()), "what is lowered is well-formed");
    }
});
