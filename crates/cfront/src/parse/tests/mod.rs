//! The shapes of trees, where errors are found, and how the parser goes on after them.

mod shape;

use super::*;
use crate::ast::{AssemblyMeaning, BlockItem, Declaration, FunctionDefinition, Item, StatementKind};
use crate::diagnostic::has_errors;
use shape::{show_declaration, show_expr};

fn unit(text: &str) -> TranslationUnit {
    let (_, unit, diagnostics) = parse_text("x.c", text);
    assert_eq!(diagnostics, [], "{text}");
    unit
}

/// The last item, a function.
fn last_function(text: &str) -> FunctionDefinition {
    match unit(text).items.pop() {
        Some(Item::Function(function)) => function,
        other => panic!("{text}: a function, not {other:?}"),
    }
}

/// The shape of an expression in a function with some names and the typedef `T`.
fn expr(text: &str) -> String {
    let mut function = last_function(&format!("typedef int T; struct s {{ int x; }}; void f(void) {{ {text}; }}"));
    match function.body.items.pop() {
        Some(BlockItem::Statement(statement)) => match statement.kind {
            StatementKind::Expr(expr) => show_expr(&expr),
            other => panic!("{text}: an expression, not {other:?}"),
        },
        other => panic!("{text}: a statement, not {other:?}"),
    }
}

/// The shape of the last declaration at file level.
fn declared(text: &str) -> String {
    match unit(text).items.pop() {
        Some(Item::Declaration(Declaration { specifiers, declarators, .. })) => {
            show_declaration(&specifiers, &declarators)
        }
        other => panic!("{text}: a declaration, not {other:?}"),
    }
}

fn messages(text: &str) -> Vec<String> {
    let (source, _, diagnostics) = parse_text("x.c", text);
    diagnostics
        .iter()
        .map(|diagnostic| {
            let place = source.place(diagnostic.span);
            format!("{}:{}: {}", place.line, place.column, diagnostic.message)
        })
        .collect()
}

#[test]
fn operators_bind_as_in_c() {
    assert_eq!(expr("a + b * c - d"), "((a + (b * c)) - d)");
    assert_eq!(expr("a = b += c ? d : e = 3, g"), "((a = (b += ((c ? d : e) = 3))) , g)");
    assert_eq!(expr("a || b && c | d ^ e & f == g < h << i"), "(a || (b && (c | (d ^ (e & (f == (g < (h << i))))))))");
    assert_eq!(expr("!a.b->c[d](e, f)++"), "(! (call a.b->c[d] e f)++)");
    assert_eq!(expr("-*&~+a--"), "(- (* (& (~ (+ a--)))))");
    assert_eq!(expr("a ? : b ? c : d"), "(a ?: (b ? c : d))");
    assert_eq!(expr("++a - -b"), "((++ a) - (- b))");
}

#[test]
fn casts_are_told_from_parentheses() {
    assert_eq!(expr("(T)a + (T)-a + (a)-1"), "((((cast T a) + (cast T (- a))) + a) - 1)");
    assert_eq!(expr("sizeof(T)*a"), "((sizeof T) * a)");
    assert_eq!(expr("sizeof(a)[0]"), "(sizeof a[0])");
    assert_eq!(expr("sizeof(int){3}"), "(sizeof (literal int {3}))");
    assert_eq!(expr("(struct s){1, .x = 2}.x"), "(literal struct s {1, .x = 2}).x");
    assert_eq!(expr("(T*const*)(void (*)(int))a"), "(cast T * *const (cast void * (int) a))");
    assert_eq!(
        expr("_Alignof(T) + __alignof__(T) + __alignof__ a"),
        "(((_Alignof T) + (__alignof__ T)) + (__alignof__ a))"
    );
}

#[test]
fn gnu_expressions_are_read() {
    assert_eq!(expr("({ int y = 1; y; }) + 1"), "({2 items} + 1)");
    assert_eq!(expr("l: m: ; a[&&l - &&m]"), "a[(&&l - &&m)]");
    assert_eq!(expr("_Generic(a, int: 1, T*: 2, default: 3)"), "(generic a int:1 T *:2 default:3)");
    assert_eq!(expr("__builtin_offsetof(struct s, x.y[3].z)"), "(offsetof struct s .x.y[3].z)");
    assert_eq!(expr("__builtin_va_arg(a, T)"), "(va_arg a T)");
    assert_eq!(expr("__builtin_types_compatible_p(T, int)"), "(compatible T int)");
    assert_eq!(expr("__builtin_choose_expr(1, a, b)"), "(choose 1 a b)");
    assert_eq!(expr("__extension__ __real__ a"), "(__real__ a)");
    assert_eq!(expr("\"a\" \"b\\n\" L\"c\""), "L[97, 98, 10, 99]");
}

#[test]
fn declarators_read_from_the_name_outwards() {
    assert_eq!(declared("int *a[3];"), "int a: [3] *");
    assert_eq!(declared("int (*a)[3], b;"), "int a: * [3]; b:");
    assert_eq!(declared("int *const *p;"), "int p: * *const");
    assert_eq!(
        declared("void (*signal(int s, void (*f)(int)))(int);"),
        "void signal: (int s:, void f: * (int)) * (int)"
    );
    assert_eq!(declared("int (*(*q)(void))[3];"), "int q: * () * [3]");
    assert_eq!(
        declared("typedef int T; int f(int (T), T (x), int(*)[], int (), ...);"),
        "int f: (int (T), T x:, int * [], int (?), ...)"
    );
    assert_eq!(
        declared("int f(int a[static 3], int b[*], int c[const 2]);"),
        "int f: (int a: [3], int b: [*], int c: [2])"
    );
    assert_eq!(declared("unsigned long const int volatile x;"), "const volatile unsigned long int x:");
    assert_eq!(declared("static x;"), "static implicit x:");
    assert_eq!(declared("__int128_t a; __uint128_t b;"), "unsigned __int128 b:");
}

#[test]
fn typedef_names_follow_the_scopes() {
    unit("typedef int T; void f(void) { int T = 3; T = 4; { typedef char T; T c; c = 1; } T++; } T g;");
    unit("typedef int T; void g(T T) { T++; } struct s { T T; int U; }; T h;");
    unit("typedef int T; void f(void) { T: return; goto T; }");
    unit("typedef int T; int f(int T, int y) { return T * y; } T x;");
    unit("typedef int T; void f(void) { for (int T = 0; T < 3; T++); T x; x = 1; }");
    unit("typedef int T; void f(void) { enum { T }; int y = T + 1; }");
    unit("typedef int T; void f(void) { unsigned T; T = 1; } extern T y;");
    unit("typedef struct s s; struct s { s *next; }; s s;");
    assert_eq!(messages("typedef int T; int x = T + 1;"), ["1:24: `T` is a type, and an expression should stand here"]);
}

#[test]
fn labels_may_stand_before_declarations_and_ends() {
    unit("int f(int a) { l: int x = 0; goto l; m: }");
    unit(
        "int f(int a) { switch (a) { case 1: int x = 0; return x; case 2 ... 3: default: } l: __attribute__((unused)); }",
    );
    assert_eq!(messages("void f(int a) { if (a) int x; }"), ["1:24: a declaration is no statement"]);
}

#[test]
fn functions_of_every_style_are_read() {
    let knr = last_function("int f(a, b) int a; char *b; { return a; }");
    assert_eq!(knr.knr_declarations.len(), 2);
    let nested = last_function("int f(int a) { __label__ l; int g(int b) { return b + a; } l: return g(1); }");
    assert!(matches!(nested.body.items[0], BlockItem::NestedFunction(_)));
    assert_eq!(nested.body.local_labels.len(), 1);
    last_function("main() { return 0; }");
    last_function("static inline __attribute__((noinline)) int *f(void) __attribute__((cold)) { return 0; }");
}

#[test]
fn attributes_and_assembly_are_kept_or_skipped() {
    let TranslationUnit { items, pragmas: _ } =
        unit("[[gnu::packed, deprecated(\"x\")]] int x __attribute__((__aligned__(8), mode(SI), odd(int)));");
    let Item::Declaration(declaration) = &items[0] else { panic!("a declaration") };
    let names: Vec<_> = declaration.specifiers.attributes.iter().map(|attribute| attribute.name.to_string()).collect();
    assert_eq!(names, ["packed", "deprecated"]);
    let arguments: Vec<_> = declaration.declarators[0]
        .declarator
        .attributes
        .iter()
        .map(|attribute| (attribute.name.to_string(), attribute.arguments.len()))
        .collect();
    assert_eq!(arguments, [("aligned".into(), 1), ("mode".into(), 1), ("odd".into(), 0)]);
    let function = last_function(
        "void f(void) { asm volatile(\"\" ::: \"memory\"); asm(\"\" : \"+r\"(x)); asm goto(\"jmp %l0\" :::: l, m); }",
    );
    let barriers: Vec<_> = function
        .body
        .items
        .iter()
        .map(|item| match item {
            BlockItem::Statement(statement) => match &statement.kind {
                StatementKind::Assembly { meaning, labels } => {
                    (matches!(meaning, AssemblyMeaning::Known { .. }), labels.len())
                }
                other => panic!("assembly, not {other:?}"),
            },
            other => panic!("a statement, not {other:?}"),
        })
        .collect();
    assert_eq!(barriers, [(true, 0), (true, 0), (false, 2)]);
}

#[test]
fn pragma_pack_reaches_the_structures_that_it_governs() {
    let text = "#pragma pack(push, 2)\nstruct a { int x; };\n#pragma pack(pop)\nstruct b { int x; };\n_Pragma(\"pack(1)\") struct c { int x; };";
    let limits: Vec<_> = unit(text)
        .items
        .iter()
        .map(|item| match item {
            Item::Declaration(Declaration { specifiers, .. }) => match &specifiers.ty {
                crate::ast::TypeSpecifier::Record(record) => {
                    record.attributes.iter().map(|attribute| show_expr(&attribute.arguments[0])).collect::<String>()
                }
                other => panic!("a structure, not {other:?}"),
            },
            other => panic!("a declaration, not {other:?}"),
        })
        .collect();
    assert_eq!(limits, ["2", "", "1"]);
}

#[test]
fn one_run_reports_many_errors() {
    let text = "int f(void) {\n  int x = ;\n  x = 1\n  return x;\n  if (x {\n    x = 2;\n  }\n  x = 3;\n}\nint g( { }\nfoo_t y;\nfoo_t z;\nint ok;\n}\n";
    let expected = [
        "2:11: expected an expression, found `;`",
        "3:8: expected `;`, found `return`",
        "5:9: expected `)`, found `{`",
        "10:8: expected a parameter, found `{`",
        "11:1: unknown type name `foo_t`",
        "14:1: this `}` closes nothing",
    ];
    assert_eq!(messages(text), expected);
    assert_eq!(parse_text("x.c", text).1.items.len(), 4);
}

#[test]
fn common_slips_get_one_message_each() {
    assert_eq!(messages("struct s { int x; }\nint y;"), ["2:1: a second type follows the type of this declaration"]);
    assert_eq!(messages("EXPORT int f(void);"), ["1:1: unknown type name `EXPORT`"]);
    assert_eq!(messages("void f(void) { else return; }"), ["1:16: this `else` belongs to no `if`"]);
    assert_eq!(messages("void f(void) { return 0;"), ["1:25: expected `}`, found the end of the file"]);
    assert_eq!(messages("void f(void) { g(1, ; }"), ["1:21: expected an expression, found `;`"]);
    assert_eq!(messages("int a[3;"), ["1:8: expected `]`, found `;`"]);
    assert_eq!(
        messages("char *s = \"a\" L\"b\" u\"c\";"),
        ["1:20: string literals with different prefixes are joined"]
    );
    assert_eq!(messages("#define X\nint x;"), ["1:1: a preprocessor directive stands in preprocessed text"]);
}

#[test]
fn the_parser_gives_up_after_many_errors() {
    let found = messages(&"int x = ;\n".repeat(1000));
    assert_eq!(found.len(), ERRORS_MAX + 1);
    assert!(found[ERRORS_MAX].contains("the rest of the file was not read"));
}

#[test]
fn every_error_ends_in_advice() {
    for text in ["int x = ;", "int f( {", "@", "foo_t x;", "'", "int a[", "struct {", "1", "}", "case 1:"] {
        let (_, _, diagnostics) = parse_text("x.c", text);
        assert!(has_errors(&diagnostics), "{text}");
        assert!(diagnostics.iter().all(|diagnostic| !diagnostic.advice.is_empty()), "{text}");
    }
}

#[test]
fn spans_cover_what_was_written() {
    let text = "int a = 1;\nint f(int p)\n{\n  return p\n    + a;\n}\n";
    let (source, unit, _) = parse_text("x.c", text);
    let Item::Function(function) = &unit.items[1] else { panic!("a function") };
    assert_eq!(source.text(function.span), &text[11..text.len() - 1]);
    let BlockItem::Statement(statement) = &function.body.items[0] else { panic!("a statement") };
    assert_eq!(source.text(statement.span), "return p\n    + a;");
}
