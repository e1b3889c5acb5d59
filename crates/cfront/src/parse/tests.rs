use super::*;
use crate::diagnostic::has_errors;

#[test]
fn a_small_program_is_read_whole() {
    let (_, unit, diagnostics) = parse_text("x.c", "typedef int T; T f(T a) { T b = (T)a; return b * a; }");
    assert_eq!(diagnostics, []);
    assert_eq!(unit.items.len(), 2);
}

#[test]
fn one_run_reports_many_errors() {
    let text = "int f(void) { int x = ; x = 1 }\nint g( { }\nfoo_t y;\nint ok;";
    let (_, unit, diagnostics) = parse_text("x.c", text);
    assert!(has_errors(&diagnostics));
    assert_eq!(diagnostics.len(), 4, "{diagnostics:#?}");
    assert!(unit.items.len() >= 2);
}
