//! Programs of several files: what is told of definitions and declarations that do not belong together.

use raddle_cfront::ast::TranslationUnit;
use raddle_cfront::check::{UnitOptions, check_units};
use raddle_cfront::diagnostic::{Diagnostic, Severity};
use raddle_cfront::lex::lex;
use raddle_cfront::parse::parse;
use raddle_cfront::typed::Unit;
use raddle_cfront::{Interrupts, Start};
use raddle_program::source::{SourceFile, SourceMap};
use raddle_program::types::DataModel;

/// Links texts, which are called `a.c`, `b.c` and so on.
fn link(texts: &[&str], options: UnitOptions) -> (Unit, Vec<Diagnostic>) {
    let mut source = SourceMap::new();
    let mut units: Vec<TranslationUnit> = Vec::new();
    for (text, letter) in texts.iter().zip('a'..='z') {
        let file = source.add(SourceFile::new(&format!("{letter}.c"), text, Vec::new()));
        let (unit, found) = parse(&lex(file, text.as_bytes()).tokens);
        assert!(found.is_empty(), "{found:?}");
        units.push(unit);
    }
    let units: Vec<(&TranslationUnit, UnitOptions)> = units.iter().map(|unit| (unit, options)).collect();
    check_units(Start::Bare, &Interrupts::default(), source, &units, DataModel::Lp64)
}

/// The errors of a program, each with the places that it names.
fn errors(texts: &[&str]) -> Vec<String> {
    errors_with(texts, UnitOptions::default())
}

fn errors_with(texts: &[&str], options: UnitOptions) -> Vec<String> {
    let (unit, found) = link(texts, options);
    let errors = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let place = |span| unit.source.place(span).to_string();
    errors
        .map(|error| {
            let notes: Vec<String> = error.notes.iter().map(|(span, _)| place(*span)).collect();
            format!("{}: {} ({})", place(error.span), error.message, notes.join(", "))
        })
        .collect()
}

#[test]
fn a_symbol_is_defined_once() {
    assert_eq!(
        errors(&["int f(void) { return 1; }\nint main(void) { return f(); }", "int f(void) { return 2; }"]),
        ["b.c:1:5: function `f` is defined in two files (a.c:1:5)"]
    );
    assert_eq!(errors(&["int x = 1;", "int x = 2;"]), ["b.c:1:5: `x` is defined in two files (a.c:1:5)"]);
    assert_eq!(
        errors(&["int main(void) { return 0; }", "int main(void) { return 0; }"]),
        ["b.c:1:5: a second file of this program defines `main` (a.c:1:5)"]
    );
    // Each file has its own.
    let own = "static int x = 1; static int f(void) { return x; } int (*NAME)(void) = f;";
    assert_eq!(errors(&[&own.replace("NAME", "one"), &own.replace("NAME", "two")]), [""; 0]);
}

#[test]
fn tentative_definitions_are_definitions_unless_they_are_common() {
    assert_eq!(errors(&["int x;", "extern int x;\nint *p = &x;"]), [""; 0]);
    let twice = ["int x;", "int x;", "int x = 3;"];
    assert_eq!(errors(&twice).len(), 2);
    let common = UnitOptions { has_common: true, ..UnitOptions::default() };
    assert_eq!(errors_with(&twice, common), [""; 0]);
    let (unit, _) = link(&twice, common);
    let [only] = unit.globals[..] else { panic!("one object, not {:?}", unit.globals) };
    assert!(unit.variables[only].initializer.is_some());
}

#[test]
fn declarations_agree_about_sizes_signs_and_kinds() {
    let pair = |one: &str, other: &str| errors(&[one, other]).len();
    assert_eq!(
        errors(&["int x;", "extern long x; long *p = &x;"]),
        ["b.c:1:13: two files declare `x` differently: as `long` and as `int` (a.c:1:5)"]
    );
    assert_eq!(pair("unsigned x;", "extern int x;"), 1);
    assert_eq!(pair("long x;", "extern long long x;"), 0);
    assert_eq!(pair("int x[3];", "extern int x[];"), 0);
    assert_eq!(pair("int x[3];", "extern int x[4];"), 1);
    assert_eq!(pair("const char x[] = \"ab\";", "extern unsigned char x[];"), 0);
    assert_eq!(pair("short x[3];", "extern unsigned char x[];"), 1);
    assert_eq!(pair("int x;", "int x(void);"), 1);
    assert_eq!(pair("_Thread_local int x;", "extern int x;"), 1);
    assert_eq!(pair("const int x = 1;", "extern int x;"), 0);
    assert_eq!(pair("int f(int a) { return a; }", "int f(int, int);"), 1);
    assert_eq!(pair("int f(long a) { return 1; }", "int f(int);"), 1);
    assert_eq!(pair("int f(int *a) { return 1; }", "int f(void *);"), 0);
    assert_eq!(pair("int f(int a) { return a; }", "int f();"), 0);
    assert_eq!(pair("void f(int a) { }", "int g(void) { f(3); return 0; }"), 0);
    assert_eq!(pair("char *f(int a) { return 0; }", "int g(void) { return f(3); }"), 1);
}

#[test]
fn structures_of_one_tag_have_one_layout_where_files_share_them() {
    let user =
        |members: &str| format!("struct s {{ {members} }};\nextern struct s shared;\nint f(void) {{ return 0; }}");
    let owner = "struct s { int a; int b; };\nstruct s shared;";
    assert_eq!(errors(&[owner, &user("int a; int b;")]), [""; 0]);
    assert_eq!(
        errors(&[owner, &user("int a; long b;")]),
        ["b.c:1:8: two files share `shared`, but `s` has another layout in each of them (b.c:2:17, a.c:1:8, a.c:2:10)"]
    );
    // By pointer, too.
    let passes =
        |members: &str| format!("struct s {{ {members} }};\nvoid f(struct s *p);\nvoid g(struct s *p) {{ f(p); }}");
    let takes = "struct s { int a; };\nvoid f(struct s *p) { p->a = 1; }";
    assert_eq!(errors(&[takes, &passes("int a;")]), [""; 0]);
    assert_eq!(errors(&[takes, &passes("char a;")]).len(), 1);
    assert_eq!(errors(&[takes, "struct s; void f(struct s *p); void g(struct s *p) { f(p); }"]), [""; 0]);
    // What is not shared is private.
    assert_eq!(errors(&["struct s { int a; }; struct s x;", "struct s { long a; }; struct s y;"]), [""; 0]);
}

#[test]
fn structures_that_are_declared_alike_become_one() {
    let text = "struct list; struct item { struct list *of; union { int i; char c[4]; }; };\n\
                struct list { struct item *first; unsigned n : 3; };\nextern struct list all;\n";
    let (unit, found) = link(
        &[&format!("{text}struct list all;"), &format!("{text}struct item *g(void) {{ return all.first; }}")],
        UnitOptions::default(),
    );
    assert!(found.is_empty(), "{found:?}");
    let [only] = unit.globals[..] else { panic!("one object") };
    let g = unit.functions.values().find(|function| &*function.name == "g").expect("it is there");
    let body = format!("{:?}", g.body);
    // The member is read of the object itself, not through a pointer of another type.
    assert!(body.contains(&format!("base: Expr {{ kind: Variable({only:?})")), "{body}");
}

#[test]
fn weak_definitions_and_inline_definitions_give_way() {
    let weak = "__attribute__((weak)) int f(void) { return 1; }";
    let strong = "int f(void) { return 2; }\nint main(void) { return f(); }";
    for texts in [[weak, strong], [strong, weak]] {
        let (unit, found) = link(&texts, UnitOptions::default());
        assert!(found.is_empty(), "{found:?}");
        let bodies = unit.functions.values().filter(|function| &*function.name == "f" && function.body.is_some());
        assert_eq!(bodies.count(), 1);
    }
    let inline = "inline int f(void) { return 1; }\nint g(void) { return f(); }";
    let external = "inline int f(void) { return 1; }\nextern int f(void);";
    assert_eq!(errors(&[inline, external]), [""; 0]);
    assert_eq!(errors(&[external, external]).len(), 1);
    let text = |texts: &[&str]| format!("{:?}", link(texts, UnitOptions::default()).0.functions);
    assert!(!text(&[inline, external]).contains("differs"));
    assert!(text(&[inline, "int f(void) { return 2; }"]).contains("inline function whose external definition differs"));
    // As gcc has it in C89, it is the other way round.
    let old = UnitOptions { has_gnu_inline: true, ..UnitOptions::default() };
    let only_inline = "extern inline int f(void) { return 1; }\nint g(void) { return f(); }";
    assert_eq!(errors_with(&[only_inline, "int f(void) { return 1; }"], old), [""; 0]);
    assert_eq!(errors_with(&["inline int f(void) { return 1; }", "int f(void) { return 1; }"], old).len(), 1);
}

#[test]
fn options_of_the_compiler_say_what_is_common_and_inline() {
    let options = |text: &str| UnitOptions::of_arguments(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
    assert_eq!(options("-std=gnu99 -O2"), UnitOptions::default());
    assert!(options("-std=gnu89").has_gnu_inline && options("-std=c90").has_gnu_inline);
    assert!(!options("-std=gnu89 -std=c11").has_gnu_inline);
    assert!(options("-fcommon").has_common && !options("-fcommon -fno-common").has_common);
}
