//! Shapes of the typed tree: every conversion is explicit, and what is not modelled stands at its place.

use crate::support::gcc::checked;
use crate::support::invariants::broken_rules;
use raddle_cfront::typed::{Block, ElementSize, Expr, ExprKind, Statement, StatementKind, Unit};
use raddle_program::types::{DataModel, IntKind, TypeId, TypeKind};

/// A type in a few letters: `i32`, `u8`, `bool`, `p` for pointers.
fn ty(unit: &Unit, id: TypeId) -> String {
    match unit.types.kind(id) {
        TypeKind::Void => "void".to_owned(),
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::Int(IntKind::Char) => "char".to_owned(),
        TypeKind::Int(kind) => {
            format!("{}{}", if kind.is_signed() { "i" } else { "u" }, kind.bits(unit.types.model()))
        }
        TypeKind::Pointer(_) => "p".to_owned(),
        TypeKind::Record(_) => "record".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    }
}

/// An expression in prefix notation; conversions carry their target type.
fn show(unit: &Unit, expr: &Expr) -> String {
    let inner = |expr: &Expr| show(unit, expr);
    let element = |element: &ElementSize| match element {
        ElementSize::Fixed(bytes) => bytes.to_string(),
        ElementSize::Variable(bytes, lengths) => format!("{bytes}*{}", lengths.len()),
    };
    match &expr.kind {
        ExprKind::Variable(variable) => unit.variables[*variable].name.to_string(),
        ExprKind::Deref(pointer) => format!("(* {})", inner(pointer)),
        ExprKind::Member { base, field } => format!("(. {} {})", inner(base), field.0),
        ExprKind::String(_) => "string".to_owned(),
        ExprKind::CompoundLiteral { initializer, .. } => format!("(literal {})", initializer.parts.len()),
        ExprKind::Function(function) => unit.functions[*function].name.to_string(),
        ExprKind::Integer(value) => format!("{value}:{}", ty(unit, expr.ty)),
        ExprKind::Floating(bits) => f64::from_bits(*bits).to_string(),
        ExprKind::Load(place) => format!("(load {})", inner(place)),
        ExprKind::Decay(place) => format!("(decay {})", inner(place)),
        ExprKind::AddressOf(place) => format!("(& {})", inner(place)),
        ExprKind::LabelAddress(_) => "label".to_owned(),
        ExprKind::Unary(operator, operand) => format!("({operator:?} {})", inner(operand)),
        ExprKind::Binary(operator, left, right) => format!("({operator:?} {} {})", inner(left), inner(right)),
        ExprKind::PointerAdd { pointer, index, is_subtraction, element: size } => {
            let sign = if *is_subtraction { "-" } else { "+" };
            format!("({sign}{} {} {})", element(size), inner(pointer), inner(index))
        }
        ExprKind::PointerDifference { left, right, element: size } => {
            format!("(distance {} {} {})", element(size), inner(left), inner(right))
        }
        ExprKind::Logical { is_and, left, right } => {
            format!("({} {} {})", if *is_and { "and" } else { "or" }, inner(left), inner(right))
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            format!("(if {} {} {})", inner(condition), inner(then), inner(otherwise))
        }
        ExprKind::Elvis { value, otherwise } => {
            format!("(elvis:{} {} {})", ty(unit, expr.ty), inner(value), inner(otherwise))
        }
        ExprKind::Assign { target, value } => format!("(= {} {})", inner(target), inner(value)),
        ExprKind::CompoundAssign { operator, target, value, computation } => {
            format!("({operator:?}=:{} {} {})", ty(unit, *computation), inner(target), inner(value))
        }
        ExprKind::PointerAssign { target, index, .. } => format!("(move {} {})", inner(target), inner(index)),
        ExprKind::Increment { target, is_decrement, is_postfix, .. } => {
            let sign = if *is_decrement { "--" } else { "++" };
            if *is_postfix { format!("({}{sign})", inner(target)) } else { format!("({sign}{})", inner(target)) }
        }
        ExprKind::Cast { operand, .. } => format!("(to {} {})", ty(unit, expr.ty), inner(operand)),
        ExprKind::Call { callee, arguments } => {
            let shown: Vec<String> = arguments.iter().map(inner).collect();
            format!("(call {})", [vec![inner(callee)], shown].concat().join(" "))
        }
        ExprKind::Comma(left, right) => format!("(, {} {})", inner(left), inner(right)),
        ExprKind::Statement(block) => format!("{{{}}}:{}", show_block(unit, block), ty(unit, expr.ty)),
        ExprKind::VariableSize { bytes, lengths } => format!("(size {bytes}*{})", lengths.len()),
        ExprKind::Builtin { name, arguments } => {
            let shown: Vec<String> = arguments.iter().map(inner).collect();
            format!("({name}:{} {})", ty(unit, expr.ty), shown.join(" "))
        }
        ExprKind::Unsupported(what) => format!("<{what}>"),
    }
}

fn show_block(unit: &Unit, block: &Block) -> String {
    block.statements.iter().map(|statement| show_statement(unit, statement)).collect::<Vec<_>>().join(" ")
}

fn show_statement(unit: &Unit, statement: &Statement) -> String {
    match &statement.kind {
        StatementKind::Expr(value) => format!("{};", show(unit, value)),
        StatementKind::Declare { variable, size, initializer } => {
            let size = size.as_ref().map_or_else(String::new, |size| format!(" {}", show(unit, size)));
            let parts = initializer.as_ref().map_or(0, |initializer| initializer.parts.len());
            format!("declare {}{size} {parts};", unit.variables[*variable].name)
        }
        StatementKind::FixLength { length: _, count } => format!("fix {};", show(unit, count)),
        StatementKind::Block(block) => format!("{{{}}}", show_block(unit, block)),
        StatementKind::If { condition, then, otherwise } => {
            format!("if {} {{{}}} {{{}}}", show(unit, condition), show_block(unit, then), show_block(unit, otherwise))
        }
        StatementKind::Loop { tests_after, condition, step, body } => {
            let condition = condition.as_ref().map_or_else(String::new, |condition| show(unit, condition));
            let step = step.as_ref().map_or_else(String::new, |step| show(unit, step));
            format!("loop {tests_after} [{condition}] [{step}] {{{}}}", show_block(unit, body))
        }
        StatementKind::Switch { scrutinee, cases, default, body } => {
            let cases: Vec<String> = cases.iter().map(|(low, high, label)| format!("{low}..{high}:{label}")).collect();
            let default = default.map_or_else(String::new, |label| format!(" default:{label}"));
            format!("switch {} {}{default} {{{}}}", show(unit, scrutinee), cases.join(" "), show_block(unit, body))
        }
        StatementKind::Goto(label) => format!("goto {label};"),
        StatementKind::ComputedGoto(target) => format!("goto *{};", show(unit, target)),
        StatementKind::Label(label) => format!("{label}:"),
        StatementKind::Break => "break;".to_owned(),
        StatementKind::Continue => "continue;".to_owned(),
        StatementKind::Return(value) => {
            format!("return{};", value.as_ref().map_or_else(String::new, |value| format!(" {}", show(unit, value))))
        }
        StatementKind::Unsupported(what) => format!("<{what}>"),
    }
}

/// The body of `f` in the text.
fn body(text: &str) -> String {
    let unit = checked(text, DataModel::Lp64);
    assert_eq!(broken_rules(&unit), [] as [String; 0], "{text}");
    let function = unit.functions.values().find(|function| &*function.name == "f").expect("there is an `f`");
    show_block(&unit, function.body.as_ref().expect("`f` has a body"))
}

/// Declarations, the statement of `f`, and what it becomes.
const SHAPES: &[(&str, &str, &str)] = &[
    // Conversions.
    ("char c; int i;", "i = c;", "(= i (to i32 (load c)));"),
    ("char c; unsigned u;", "c + u;", "(Add (to u32 (to i32 (load c))) (load u));"),
    ("unsigned char c;", "c += 300;", "(Add=:i32 c 300:i32);"),
    ("unsigned char c; long l;", "c <<= l;", "(ShiftLeft=:i32 c (load l));"),
    ("int i; unsigned u;", "i < u;", "(Less (to u32 (load i)) (load u));"),
    ("unsigned u;", "u = -1;", "(= u (to u32 (Negate 1:i32)));"),
    ("unsigned u;", "u = 1;", "(= u 1:u32);"),
    ("_Bool b; int *p;", "b = p;", "(= b (to bool (load p)));"),
    ("int *p;", "p = 0; p == (void *)0;", "(= p 0:p); (Equal (load p) 0:p);"),
    (
        "struct { unsigned a : 3, b : 32; } s;",
        "s.a + 1; s.b + 1;",
        "(Add (to i32 (load (. s 0))) 1:i32); (Add (load (. s 1)) 1:u32);",
    ),
    (
        "struct { unsigned long a : 40; } s; unsigned long l;",
        "l = s.a; s.a + 1;",
        "(= l (load (. s 0))); (Add <arithmetic on a bit-field that is wider than `int`> 1:u64);",
    ),
    ("int i; long l;", "l = i ?: l;", "(= l (elvis:i64 (load i) (load l)));"),
    ("int i; char c;", "i ? c : 1;", "(if (load i) (to i32 (load c)) 1:i32);"),
    // Places.
    ("int a[3]; int i;", "a[i] = a[1];", "(= (* (+4 (decay a) (load i))) (load (* (+4 (decay a) 1:i32))));"),
    ("int a[3], *p;", "p = &a[1]; p = &*p;", "(= p (+4 (decay a) 1:i32)); (= p (load p));"),
    (
        "struct s { int x; struct { char y; }; } s, *p;",
        "p->y = s.x;",
        "(= (. (. (* (load p)) 1) 0) (to char (load (. s 0))));",
    ),
    ("struct s { int x; } g(void); int i;", "i = g().x;", "(= i (. (call g) 0));"),
    (
        "int a[2][3], (*p)[3];",
        "p - a; p++; a[1][2];",
        "(distance 12 (load p) (decay a)); (p++); (load (* (+4 (decay (* (+12 (decay a) 1:i32))) 2:i32)));",
    ),
    ("void *p;", "(void)*p; p += 2;", "(to void (load p)); (move p 2:i32);"),
    // Calls.
    (
        "int g(char c, ...); float x;",
        "g('a', 'b', x, (short)1);",
        "(call g 97:char 98:i32 (to float(double) (load x)) 1:i32);",
    ),
    ("int g(); char c;", "g(c);", "(call g (to i32 (load c)));"),
    (
        "int (*p)(void), g(void);",
        "p(); (*p)(); (&g)(); p = g;",
        "(call (load p)); (call (load p)); (call (& g)); (= p (decay g));",
    ),
    ("int i;", "__builtin_memset(&i, 0, sizeof i);", "(call memset (to p (& i)) 0:i32 4:u64);"),
    ("long l;", "if (__builtin_expect(l == 1, 0)) l = 2;", "if (to i64 (Equal (load l) 1:i64)) {(= l 2:i64);} {}"),
    (
        "int i;",
        "__sync_fetch_and_add(&i, 1L); __atomic_load_n(&i, 5);",
        "(__sync_fetch_and_add:i32 (& i) 1:i32); (__atomic_load_n:i32 (& i) 5:i32);",
    ),
    ("unsigned u;", "__builtin_popcount(u);", "(__builtin_popcount:i32 (load u));"),
    // Statements.
    (
        "",
        "for (int i = 0; i < 2; i++) continue;",
        "{declare i 1; loop false [(Less (load i) 2:i32)] [(i++)] {continue;}}",
    ),
    ("int i;", "do i--; while (i);", "loop true [(load i)] [] {(i--);}"),
    (
        "char c;",
        "switch (c) { case 'a' ... 'c': break; default: c = 1; }",
        "switch (to i32 (load c)) 97..99:lab0 default:lab1 {lab0: break; lab1: (= c 1:char);}",
    ),
    ("int i;", "l: if (i) goto l;", "lab0: if (load i) {goto lab0;} {}"),
    ("int i;", "i = ({ int y = i; y + 1; });", "(= i {declare y 1; (Add (load y) 1:i32);}:i32);"),
    ("int n;", "int a[n]; sizeof a;", "fix (to u64 (load n)); declare a (size 4*1) 0; (size 4*1);"),
    ("int n;", "sizeof(int[n][3]);", "{fix (to u64 (load n)); (size 12*1);}:u64;"),
    ("int n; void *p;", "int (*q)[n] = p; q + 1;", "fix (to u64 (load n)); declare q 1; (+4*1 (load q) 1:i32);"),
    // What is not modelled.
    ("_Complex double z;", "z = z + 1;", "(= z <complex arithmetic>);"),
    ("", "asm volatile (\"\" ::: \"memory\"); asm(\"pause\"); asm(\"hlt\");", "<inline assembly>"),
    ("", "int g(int b) { return b; } g(1);", "(call <nested function> 1:i32);"),
    (
        "void g(int *p);",
        "{ int x __attribute__((cleanup(g))) = 1; } int y;",
        "{declare x 1; (call g (& x));} declare y 0;",
    ),
    (
        "void g(int *p);",
        "{ __auto_type x __attribute__((cleanup(g))) = 1; } int y;",
        "{declare x 1; (call g (& x));} declare y 0;",
    ),
];

#[test]
fn statements_become_typed_statements() {
    for (declarations, statement, expected) in SHAPES {
        let text = format!("{declarations}\nvoid f(void) {{ {statement} }}\n");
        assert_eq!(body(&text), *expected, "{text}");
    }
}

#[test]
fn parameters_fix_their_lengths_first() {
    let expected = "fix (to u64 (load n)); return (load (* (+4 (decay (* (+4*1 (load a) 1:i32))) 2:i32)));";
    assert_eq!(body("int f(int n, int a[][n]) { return a[1][2]; }"), expected);
}

#[test]
fn only_objects_whose_address_is_taken_know_it() {
    let text = "int g; struct { int x[2]; int y; } s;\n\
                void f(int p, int q) { int a, b, c[2], d, e; int *r = &a; sizeof &b; r = c; &d; __typeof__(&e) t = &q; b = e = p; }\n";
    let unit = checked(text, DataModel::Lp64);
    let taken: Vec<&str> =
        unit.variables.values().filter(|variable| variable.address_taken).map(|variable| &*variable.name).collect();
    assert_eq!(taken, ["q", "a", "c", "d"]);
}

#[test]
fn objects_are_listed_where_they_live() {
    let text = "extern int e; int t; static int s = 1; _Thread_local int l; int u[];\n\
                int f(int p) { static int k = 2; extern int t; int a; { int b = *&(int){ 3 }; } for (int c; ; ) ; }\n\
                int main(void) { return 0; }\n";
    let unit = checked(text, DataModel::Ilp32);
    let globals: Vec<&str> = unit.globals.iter().map(|variable| &*unit.variables[*variable].name).collect();
    assert_eq!(globals, ["e", "t", "s", "l", "u", "k"]);
    let function = unit.functions.values().next().expect("there is a function");
    let locals: Vec<&str> = function.locals.iter().map(|variable| &*unit.variables[*variable].name).collect();
    assert_eq!(locals, ["a", "b", "<literal>", "c"]);
    let undefined: Vec<&str> =
        unit.variables.values().filter(|variable| variable.is_undefined).map(|variable| &*variable.name).collect();
    assert_eq!(undefined, ["e"]);
    let main = unit.main.expect("there is a main function");
    assert_eq!(&*unit.functions[main].name, "main");
}

#[test]
fn main_begins_with_the_constructors() {
    let main_with = |text: &str| {
        let unit = checked(&format!("{text}\nint main(void) {{ return 0; }}\n"), DataModel::Lp64);
        let main = unit.main.and_then(|main| unit.functions[main].body.as_ref()).expect("main has a body");
        show_block(&unit, main)
    };
    let shapes = [
        ("__attribute__((constructor)) void g(void) { }", "(call g); return 0:i32;"),
        (
            "__attribute__((constructor)) int g() { return 1; } __attribute__((constructor(200))) void h(void) { }
             void k(void) __attribute__((constructor(150))); __attribute__((constructor)) void k(void) { }",
            "(call k); (call h); (call g); return 0:i32;",
        ),
        (
            "__attribute__((constructor)) void g(void) { } __attribute__((constructor)) void h(void) { }",
            "if (call __raddle_before) {(call g); (call h);} {(call h); (call g);} return 0:i32;",
        ),
        (
            "__attribute__((destructor)) void g(void) { }",
            "(call __raddle_begin); declare count 1; if (or (Less (load count) 1:i32) (Greater (load count) 1:i32)) {(= count 1:i32);} {} (call __raddle_exit (call main)); return 0:i32;",
        ),
        (
            "__attribute__((constructor)) void g(int n) { }",
            "<constructor or destructor function with parameters or without a body> return 0:i32;",
        ),
        (
            "int main(void); __attribute__((constructor)) void g(void) { main(); }",
            "<call of `main` where constructor or destructor functions run outside of it> (call g); return 0:i32;",
        ),
    ];
    for (text, shape) in shapes {
        assert_eq!(main_with(text), shape, "{text}");
    }
}

#[test]
fn a_body_for_inlining_gives_way_to_the_definition() {
    let inlined = "extern inline __attribute__((gnu_inline)) int f(void) { return 1; }";
    assert_eq!(body(inlined), "return 1:i32;");
    assert_eq!(body(&format!("{inlined} int f(void) {{ return 2; }}")), "return 2:i32;");
}

#[test]
fn the_name_of_a_union_makes_it_transparent() {
    let text = "typedef union { int *i; float *f; } either __attribute__((transparent_union)); void g(either);";
    assert_eq!(
        body(&format!("{text} int *p; void f(void) {{ g(p); }}")),
        "(call g {declare <union> 0; (= (. <union> 0) (load p)); (load <union>);}:record);"
    );
}

#[test]
fn known_functions_without_a_pointer_to_write_through_are_harmless() {
    let unit = checked(
        "struct r; int getuid(void); double sqrt(double); int chdir(const char *); int getrlimit(int, struct r *); int ours(int);
         int ioctl(int, unsigned long, ...); int tcdrain(); int main(void) { return 0; }",
        DataModel::Lp64,
    );
    let rests = |name: &str| {
        let (id, _) = unit.functions.iter().find(|(_, function)| &*function.name == name).expect("declared");
        raddle_cfront::externals::rests_on(&unit, id)
    };
    for name in ["getuid", "sqrt", "chdir"] {
        assert!(!rests(name), "{name}");
    }
    for name in ["getrlimit", "ours", "ioctl", "tcdrain"] {
        assert!(rests(name), "{name}");
    }
}
