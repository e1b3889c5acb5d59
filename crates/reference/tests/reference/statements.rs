//! One thread: statements, expressions, their order, objects.

use crate::common::{expect, run, run_with};
use raddle_program::property::Property;
use raddle_reference::{Explore, Stand};

/// The body of `main` must run without violating anything.
fn good(body: &str) {
    expect(&format!("int main(void) {{ {body} return 0; }}"), &[]);
}

/// A whole program must run without violating anything.
fn good_program(text: &str) {
    expect(text, &[]);
}

/// The body of `main` must violate just this.
fn bad(body: &str, property: Property) {
    expect(&format!("int main(void) {{ {body} return 0; }}"), &[property]);
}

#[test]
fn assertions_fail_and_hold() {
    good("assert(1);");
    bad("assert(0);", Property::Assertions);
    bad("int x = 3; if (x == 3) reach_error();", Property::Assertions);
    bad("__VERIFIER_assert(1 == 2);", Property::Assertions);
    bad("__VERIFIER_error();", Property::Assertions);
}

#[test]
fn an_error_function_with_a_body_counts() {
    expect("void reach_error(void) { } int main(void) { reach_error(); return 0; }", &[Property::Assertions]);
}

#[test]
fn statements_of_every_kind() {
    good("int s = 0; for (int i = 0; i < 5; i++) { if (i == 3) continue; s += i; } assert(s == 7);");
    good("int s = 0, i = 0; while (1) { if (i++ == 4) break; s += i; } assert(s == 10);");
    good("int i = 0; do i++; while (i < 0); assert(i == 1);");
    good("int i = 0; do { i++; if (i < 3) continue; } while (i < 3); assert(i == 3);");
    good(
        "int r = 0; switch (3) { case 1: r = 1; case 3: r += 10; case 4: r += 100; break; default: r = 7; } assert(r == 110);",
    );
    good("int r = 0; switch (9) { case 1: r = 1; break; default: r = 7; } assert(r == 7);");
    good("int r = 0; switch (9) { case 1 ... 8: r = 1; } assert(r == 0);");
    good("int i = 0; again: i++; if (i < 3) goto again; assert(i == 3);");
    good("int i = 0; goto in; while (i < 10) { i += 100; in: i++; } assert(i == 102);");
    good("int i = 0; { int k = 5; { goto out; } k = 6; } i = 9; out: assert(i == 0);");
    good("int x = ({ int y = 4; y * 2; }); assert(x == 8);");
    good("int i, n = 0; for (i = 0; i < 3; i++) { n += ({ if (i == 1) continue; 10; }); } assert(n == 20);");
    good("void *l[2] = { &&a, &&b }; int i = 1; goto *l[i]; a: i = 7; b: assert(i == 1);");
    good("int x = 1; switch (x) { int y; case 1: y = 5; assert(y == 5); }");
}

#[test]
fn expressions_of_every_kind() {
    good(
        "int x = 5; assert((x == 5 && x != 4) || x / 0); assert(!(x < 5)); assert((x ? 2 : 3) == 2); assert((0 ?: x) == 5);",
    );
    good("int x = 1; int y = x++ + ++x; assert(x == 3); assert(y == 4); assert((x--, x) == 2);");
    good("char c = 127; c++; assert(c == -128); c += 300; assert(c == -84);");
    good("_Bool b = 2; assert(b == 1); b--; assert(b == 0); b--; assert(b == 1);");
    good("unsigned char a = 200, b = 100; assert(a + b == 300); a += b; assert(a == 44);");
    good("unsigned u = 0; u--; assert(u == 4294967295u); assert(-1 > 1u); assert(u + 1 == 0);");
    good("assert(-7 / 2 == -3); assert(-7 % 2 == -1); assert(-8 >> 1 == -4); assert((1 << 31) < 0); assert(~5 == -6);");
    good(
        "int a[3] = {1, 2}; int *p = a; assert(p[2] == 0); assert(*(p + 1) == 2); p += 2; assert(p - a == 2); assert(p > a);",
    );
    good("int a[2][3]; a[1][2] = 9; int (*q)[3] = a; assert(q[1][2] == 9); assert(sizeof a == 24);");
    good(
        "struct s { int a; struct { char b; int c[2]; } in; } x = { .in.c[1] = 5 }; struct s y = x; assert(y.in.c[1] == 5 && y.a == 0);",
    );
    good(
        "struct s { int a : 3; unsigned b : 5; } x; x.a = 7; x.b = 33; assert(x.a == -1 && x.b == 1); assert((x.b = 40) == 8); x.b += 30; assert(x.b == 6);",
    );
    good("union u { int i; unsigned char c[4]; } x; x.i = 0x01020304; assert(x.c[0] == 4 && x.c[3] == 1);");
    good("int *p = (int[]){1, 2, 3}; assert(p[1] == 2);");
    good(
        "char s[] = \"abc\"; s[0] = 'x'; assert(s[0] == 'x' && s[3] == 0 && sizeof s == 4); const char *t = \"hi\"; assert(t[1] == 'i');",
    );
    good("int n = 3; int a[n]; a[2] = 4; assert(sizeof a == 12); assert(a[2] == 4);");
    good(
        "long x = 1; int i = 5; x <<= i; assert(x == 32); i *= 2.0 > 1.0 ? 1 : 1;".split(" i *=").next().unwrap_or(""),
    );
    good(
        "unsigned long u = (unsigned long)\"a\"; assert(u != 0); int x; int *p = &x; assert((int *)(unsigned long)p == p);",
    );
    good("char b = 100; int a = 256; b /= a; assert(b == 0);");
    good("int x = 3; int *p = &x; (*p)++; assert(x == 4); *p += 2; assert(x == 6);");
}

#[test]
fn functions_of_every_kind() {
    good_program(
        "int f(int n) { return n <= 1 ? 1 : n * f(n - 1); } int main(void) { assert(f(5) == 120); return 0; }",
    );
    good_program(
        "int g(int a) { return a + 1; } int main(void) { int (*p)(int) = g; assert(p(1) == 2 && (*p)(2) == 3); return 0; }",
    );
    good_program(
        "struct s { int a, b; }; struct s f(int x) { struct s r = { x, x + 1 }; return r; } int main(void) { assert(f(3).b == 4); struct s t = f(1); assert(t.a == 1); return 0; }",
    );
    good_program(
        "int f(struct { int x; } *p); int c(void) { static int n; return ++n; } int main(void) { c(); c(); assert(c() == 3); return 0; }",
    );
    good_program(
        "int g = 3, *p = &g, a[3] = { 1, [2] = 5 }; struct { char *s; int k; } t = { \"x\", -1 }; int main(void) { assert(*p == 3 && a[2] == 5 && t.s[0] == 'x' && t.k == -1); return 0; }",
    );
    good_program(
        "int main(int argc, char **argv) { assert(argc == 1 && argv[0][0] == 'p' && argv[1] == 0); return 0; }",
    );
    good_program("void v(int x) { if (x) return; assert(0); } int main(void) { v(1); }");
}

#[test]
fn operands_are_evaluated_left_to_right_unless_asked() {
    let text = "int s; int f(int x) { s = x; return 0; } void h(int a, int b) { } int main(void) { h(f(1), f(2)); assert(s == 2); return 0; }";
    expect(text, &[]);
    let found = run_with(text, &Explore { right_to_left: true, ..Explore::default() });
    assert!(found.is_violated(Property::Assertions));
    let text = "int s; int f(int x) { s = s * 10 + x; return 1; } int main(void) { int r = f(1) + f(2) * f(3); assert(s == 123); return r - 2; }";
    expect(text, &[]);
    let found = run_with(text, &Explore { right_to_left: true, ..Explore::default() });
    assert!(found.is_violated(Property::Assertions));
}

#[test]
fn overflow_and_arithmetic() {
    bad("int x = 2147483647; x = x + 1; assert(x < 0);", Property::Overflow);
    bad("int x = -2147483647 - 1; x = -x; assert(x < 0);", Property::Overflow);
    bad("char b = 3; int a = 2147483647; b += a;", Property::Overflow);
    bad("int x = 0; int y = 1 / x;", Property::Arithmetic);
    bad("int x = 32; int y = 1 << x;", Property::Arithmetic);
    let found = run("int main(void) { int x = 0; int y = 5 / x; assert(y == 0); return 0; }");
    assert!(found.is_violated(Property::Arithmetic) && found.is_violated(Property::Assertions));
}

#[test]
fn memory() {
    bad("int *p = 0; *p = 1;", Property::Memory);
    bad("struct s { int a, b; } *p = 0; p->b = 1;", Property::Memory);
    bad("int a[3]; a[3] = 1;", Property::Memory);
    bad("int a[3]; int *p = a; p--; int x = *p;", Property::Memory);
    bad("*(int *)65 = 1;", Property::Memory);
    bad("int *p; { int x = 1; p = &x; } int y = *p;", Property::Memory);
    bad("int *p = malloc(4); free(p); *p = 1;", Property::Memory);
    bad("int *p = malloc(4); free(p); free(p);", Property::Memory);
    bad("int x; free(&x);", Property::Memory);
    bad("int *p = malloc(8); free(p + 1);", Property::Memory);
    bad("char *s = \"abc\"; s[0] = 'x';", Property::Memory);
    bad("void (*f)(void) = 0; f();", Property::Memory);
    good("free(0); int *p = malloc(4); *p = 1; free(p);");
    good(
        "int *p = calloc(2, 4); assert(p[1] == 0); p = realloc(p, 12); p[2] = 7; assert(p[0] == 0 && p[2] == 7); free(p);",
    );
    good("char *p = __builtin_alloca(3); p[2] = 1; assert(p[2] == 1);");
    good(
        "int a[3] = {1, 2, 3}, b[3]; memcpy(b, a, sizeof a); assert(b[2] == 3); memset(b, 0, 8); assert(b[1] == 0 && b[2] == 3); memmove(a + 1, a, 8); assert(a[2] == 2);",
    );
    good("int *p = 0, x, **q = &p, *r; *q = &x; memcpy(&r, q, sizeof r); *r = 5; assert(x == 5);");
    expect("int *f(void) { int x = 1; return &x; } int main(void) { int *p = f(); return *p; }", &[Property::Memory]);
    good("char *p = malloc(1ul << 40); p[1ul << 39] = 1; assert(p[1ul << 39] == 1); free(p);");
}

#[test]
fn choices() {
    expect("int main(void) { int x = __VERIFIER_nondet_int(); assert(x != 2); return 0; }", &[Property::Assertions]);
    expect(
        "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0); assert(x >= 1); return 0; }",
        &[],
    );
    expect("int main(void) { int x; if (x) assert(0); return 0; }", &[Property::Assertions]);
    expect("int main(void) { int x; assert(x == x); return 0; }", &[]);
    expect(
        "int main(void) { int x[2]; x[0] = 1; assert(x[1] == x[1]); assert(x[1] == 0); return 0; }",
        &[Property::Assertions],
    );
    expect(
        "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); assert(a == b); return 0; }",
        &[Property::Assertions],
    );
    expect("int f(void) { } int main(void) { f(); return 0; }", &[]);
    expect("int f(void) { } int main(void) { assert(f() == 0); return 0; }", &[Property::Assertions]);
    expect(
        "int other(int); int main(void) { other(1); assert(other(2) == other(2)); return 0; }",
        &[Property::Assertions],
    );
    expect("int printf(const char *, ...); int x; int main(void) { printf(\"%d\", x); return 0; }", &[]);
    expect("extern int far_away; int main(void) { assert(far_away == 0); return 0; }", &[Property::Assertions]);
    let found = run("int main(void) { _Bool b = __VERIFIER_nondet_bool(); return b; }");
    assert!(!found.is_restricted);
    let found = run("int main(void) { unsigned char b = __VERIFIER_nondet_uchar(); return b; }");
    assert!(found.is_restricted);
}

#[test]
fn ends_of_the_process() {
    expect("int main(void) { exit(0); assert(0); }", &[]);
    expect("int main(void) { abort(); assert(0); }", &[]);
    expect("void f(void) { __VERIFIER_assume(0); } int main(void) { f(); assert(0); }", &[]);
    let found = run("int main(void) { while (1); assert(0); }");
    assert!(found.holds(Property::Assertions) && found.holds(Property::Deadlock));
    assert!(found.is_violated(Property::Termination));
    let found = run("int x; int main(void) { while (x == 0); assert(0); }");
    assert!(found.holds(Property::Assertions));
    assert!(found.is_violated(Property::Termination));
    let found = run("int x; int main(void) { for (int i = 0; i < 100000; i++) x = i; return 0; }");
    assert!(found.holds(Property::Termination));
}

#[test]
fn what_is_not_modelled_is_unknown_and_only_where_it_is_reached() {
    let unknown = |text: &str| matches!(run(text).stand(Property::Assertions), Stand::Unknown(_));
    assert!(unknown("int main(void) { long double d = 1.5; d = d * 2; return 0; }"));
    assert!(unknown("void other(int *); int main(void) { int x; other(&x); return 0; }"));
    assert!(unknown("int main(void) { int *p = __VERIFIER_nondet_pointer(); if (p) *p = 1; return 0; }"));
    assert!(unknown("void *sem_open(const char *, int); int main(void) { sem_open(0, 0); return 0; }"));
    assert!(unknown("int main(void) { int x, y; return &x + 1 < &y; }"));
    expect("void other(const int *); int main(void) { int x = 0; other(&x); return 0; }", &[]);
    expect("int main(void) { double d = 1.5; if (0) d = d * 2; return 0; }", &[]);
}
