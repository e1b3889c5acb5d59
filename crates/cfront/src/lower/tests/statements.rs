//! Statements, declarations and calls of the library.

use super::assert_body;

#[test]
fn objects_live_in_their_blocks() {
    assert_body(
        "for (i = 0; i < 3; i++) { int m; p = &m; if (x) break; if (y) continue; if (z) return; }",
        "i = 0
         while (i < 3) {
         live m
         p = &m
         if (x) {
         dead m
         break
         }
         if (y) {
         dead m
         continue
         }
         if (z) {
         dead m
         return
         }
         dead m
         } step {
         i = i + 1
         }",
    );
    assert_body(
        "{ int m = 1; p = &m; { int n; p = &n; if (x) goto out; } y = 1; } out: ;",
        "live m zeroed
         init m = 1
         p = &m
         live n
         p = &n
         if (x) {
         dead n
         dead m
         goto out
         }
         dead n
         y = 1
         dead m
         out:",
    );
    assert_body(
        "again: ; int m; p = &m; if (x) goto again;",
        "again:
         live m
         p = &m
         if (x) {
         goto again
         }
         dead m",
    );
    assert_body(
        "goto in; { int m; in: p = &m; }",
        "live m
         goto in
         in:
         p = &m
         dead m",
    );
}

#[test]
fn switches_dispatch_by_comparison() {
    assert_body(
        "switch (x) { case 1: y = 1; break; case 3 ... 5: y = 2; default: y = 3; }",
        "t = x
         if (t == 1) {
         goto case
         }
         if ((3 <= t) ? (t <= 5) : 0) {
         goto case.2
         }
         goto default
         case:
         y = 1
         goto leave
         case.2:
         y = 2
         default:
         y = 3
         leave:",
    );
    assert_body(
        "while (i) { switch (j) { case 0: continue; } break; }",
        "while (i) {
         t = j
         if (t == 0) {
         goto case
         }
         goto leave
         case:
         continue
         leave:
         break
         }",
    );
}

#[test]
fn computed_gotos() {
    assert_body(
        "void *q = i ? &&one : &&two; goto *q; one: x = 1; two: x = 2;",
        "q = i ? (1 : void*) : (2 : void*)
         t = q
         if (t == (1 : void*)) {
         goto one
         }
         if (t == (2 : void*)) {
         goto two
         }
         unsupported \"a computed goto to something else than a label\"
         one:
         x = 1
         two:
         x = 2",
    );
}

#[test]
fn statement_expressions() {
    assert_body(
        "i = ({ int l = x; l + 1; });",
        "l = x
         t = l + 1
         i = t",
    );
    assert_body(
        "x = ({ int m = 1; p = &m; *p; });",
        "live m zeroed
         init m = 1
         p = &m
         t = p
         t2 = *t
         dead m
         x = t2",
    );
    assert_body(
        "({ x = 1; y; });",
        "x = 1
         t = y",
    );
}

#[test]
fn operands_share_no_temporary_with_statements_behind_them() {
    assert_body(
        "i = h(x + 1, ({ int l = 2; int *q = &l; *q += y; l; }));",
        "t4 = x + 1
         live l zeroed
         init l = 2
         q = &l
         t = *q
         t2 = t + y
         *q = t2
         t3 = l
         dead l
         i = external \"h\"(t4, t3)",
    );
}

#[test]
fn variable_lengths() {
    assert_body(
        "int v[i]; v[j] = x;",
        "t = (unsigned long)i
         v = allocate stack(4ul * t)
         t2 = x
         *(v +[4] j) = t2
         dead v",
    );
    assert_body(
        "int v[i][j + 1]; v[1][2] = 3; x = sizeof v;",
        "t = (unsigned long)(j + 1)
         t2 = (unsigned long)i
         v = allocate stack((4ul * t2) * t)
         *((v +[4] (long)(1ul * t)) +[4] 2) = 3
         x = (int)((4ul * t2) * t)
         dead v",
    );
}

#[test]
fn initializers() {
    assert_body(
        "int v[4] = { 1, x, [3] = y };",
        "live v zeroed
         init v[0] = 1
         init v[1] = x
         init v[3] = y
         dead v",
    );
    assert_body(
        "char c[8] = \"hi\"; p = (int *)c;",
        "live c zeroed
         init c[0] = (104 : char)
         init c[1] = (105 : char)
         p = (int*)&c[0]
         dead c",
    );
    assert_body(
        "struct { struct pair a; int b[2]; } l = { { 1 }, { 2, i } };",
        "live l zeroed
         init l.a.a = 1
         init l.b[0] = 2
         init l.b[1] = i
         dead l",
    );
    assert_body(
        "while (i) { int k; k = k + 1; }",
        "while (i) {
         live k
         k = k + 1
         }",
    );
}

#[test]
fn the_library() {
    assert_body(
        "pthread_t id; pthread_create(&id, 0, (void *(*)(void *))g, p);",
        "live id
         t = (void*)p
         unsupported \"a thread that runs g\"",
    );
    assert_body(
        "int v = 0; void *r; pthread_t id = 1; v = pthread_join(id, &r); p = &v;",
        "live v zeroed
         live r
         id = 1ul
         t2 = join id, t
         if (t2 == 0) {
         r = t
         }
         v = t2
         p = &v
         dead r
         dead v",
    );
    assert_body(
        "pthread_cond_wait(&x, &y);",
        "condition_release(&x, &y)
         condition_wake(&x, &y)
         mutex_lock(&y)",
    );
    assert_body(
        "if (pthread_mutex_lock(&a[x])) abort();",
        "t = &a[0] +[4] x
         t2 = mutex_lock(t)
         if (t2) {
         assume 0
         stop
         }",
    );
    assert_body(
        "pthread_mutex_init(&x, p);",
        "t = (int const*)p
         if (t) {
         t2 = *(int*)t
         } else {
         t2 = 0
         }
         mutex_init(&x, (t2 <= 2) ? t2 : 0)",
    );
    assert_body("printf(\"%d\", x);", "t = x");
    assert_body(
        "i = __VERIFIER_nondet_int(); x = __VERIFIER_nondet_int(); __VERIFIER_nondet_int();",
        "i = input \"__VERIFIER_nondet_int\"
         t = input \"__VERIFIER_nondet_int\"
         x = t",
    );
    assert_body("__VERIFIER_assume(x > 0);", "assume x > 0");
    assert_body(
        "p = realloc(p, i);",
        "t = (void*)p
         t2 = size_of_allocation heap(t)
         t4 = 0
         if (t ? ((unsigned long)i == 0ul) : 0) {
         t5 = input \"realloc\"
         t4 = (int)t5
         }
         if (t4) {
         free heap t
         t3 = (0 : void*)
         } else {
         t3 = allocate heap((unsigned long)i)
         if (t) {
         copy t3, t, ((unsigned long)i < t2) ? (unsigned long)i : t2
         free heap t
         }
         }
         p = (int*)t3",
    );
}

#[test]
fn wide_floats_are_unsupported_where_they_are_computed() {
    assert_body(
        "long double d; if (i) d = x * 2.0L; y = 1;",
        "if (i) {
         unsupported \"floating-point arithmetic\"
         }
         y = 1",
    );
}

#[test]
fn values_of_doubles_are_stored_and_compared() {
    assert_body(
        "static double d; d = x * 2.0; if (d) y = 1;",
        "t = float_multiply((float_convert(x) : double), (4611686018427387904 : double))
         test::d = t
         if (!float_equal(test::d, (0 : double))) {
         y = 1
         }",
    );
}
