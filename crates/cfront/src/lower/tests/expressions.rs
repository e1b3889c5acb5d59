//! Expressions: what is one transition, what is several, and in which order.

use super::assert_body;

#[test]
fn a_condition_with_one_access_stays_a_condition() {
    assert_body(
        "while (x > 0) { i = y + 1; }",
        "while (x > 0) {
         i = y + 1
         }",
    );
    assert_body(
        "if (a[i]) x = 1;",
        "if (a[i]) {
         x = 1
         }",
    );
    assert_body(
        "do { i--; } while (x);",
        "do while (x) {
         i = i - 1
         }",
    );
    assert_body(
        "for (;;) { if (i == 3) break; x = i; }",
        "while (1) {
         if (i == 3) {
         break
         }
         x = i
         }",
    );
}

#[test]
fn two_accesses_are_two_steps_from_left_to_right() {
    assert_body(
        "x = y;",
        "t = y
         x = t",
    );
    assert_body(
        "i = x + y * z;",
        "t2 = x
         t = y
         i = t2 + (t * z)",
    );
    assert_body(
        "a[x] = y;",
        "t = x
         t2 = y
         a[t] = t2",
    );
    assert_body(
        "*p = 1;",
        "t = p
         *t = 1",
    );
    assert_body(
        "if (x != x) x = 0;",
        "t = x
         if (t != x) {
         x = 0
         }",
    );
    assert_body(
        "a[*p] = *p;",
        "t = p
         t3 = *t
         t2 = p
         t4 = *t2
         a[t3] = t4",
    );
}

#[test]
fn a_compound_assignment_loads_before_its_right_side() {
    assert_body(
        "x += y;",
        "t = x
         t2 = t + y
         x = t2",
    );
    assert_body(
        "x++;",
        "t = x
         x = t + 1",
    );
    assert_body("i += x;", "i = i + x");
    assert_body(
        "a[i] += i++;",
        "t = a[i]
         t3 = i
         t2 = i
         i = t2 + 1
         a[t3] = t + t2",
    );
    assert_body(
        "*p++ = x;",
        "t = p
         p = t +[4] 1
         t2 = x
         *t = t2",
    );
    assert_body(
        "i = x++;",
        "t = x
         x = t + 1
         i = t",
    );
    assert_body(
        "i = ++x;",
        "t = x
         t2 = t + 1
         x = t2
         i = t2",
    );
    assert_body(
        "a[x]--;",
        "t = x
         t2 = a[t]
         a[t] = t2 - 1",
    );
}

#[test]
fn atomic_updates_are_one_section() {
    assert_body(
        "counter++;",
        "atomic_begin
         t = atomic(seq_cst update) counter
         atomic(seq_cst update) counter = t + 1
         atomic_end",
    );
    assert_body(
        "counter = counter + 1;",
        "t = atomic counter + 1
         atomic counter = t",
    );
    assert_body(
        "i = counter += x;",
        "t = x
         atomic_begin
         t2 = atomic(seq_cst update) counter
         t3 = t2 + t
         atomic(seq_cst update) counter = t3
         atomic_end
         i = t3",
    );
}

#[test]
fn registers_are_captured_when_later_operands_write_them() {
    assert_body(
        "x = i + i++;",
        "t2 = i
         t = i
         i = t + 1
         x = t2 + t",
    );
    assert_body(
        "x = (i, i++) + i;",
        "t = i
         i = t + 1
         x = t + i",
    );
    assert_body(
        "h(i, i++);",
        "t2 = i
         t = i
         i = t + 1
         external \"h\"(t2, t)",
    );
    assert_body(
        "a[i] = i = 3;",
        "t = i
         i = 3
         a[t] = i",
    );
    assert_body(
        "i = i++ + ++i;",
        "t = i
         i = t + 1
         i = i + 1
         i = t + i",
    );
    assert_body(
        "x = i - (i = 2);",
        "t = i
         i = 2
         x = t - i",
    );
    assert_body(
        "p[i] = g();",
        "t2 = p +[4] i
         t = external \"g\"()
         *t2 = t",
    );
}

#[test]
fn what_may_fail_is_evaluated_in_order() {
    assert_body(
        "x = i / j + y;",
        "t = (i / j) + y
         x = t",
    );
    assert_body(
        "h(i / j, x);",
        "t = i / j
         t2 = x
         external \"h\"(t, t2)",
    );
    assert_body(
        "h(x, i + j); ",
        "t = x
         t2 = i + j
         external \"h\"(t, t2)",
    );
    assert_body("i / j;", "t = i / j");
    assert_body(
        "a[i + 1] = g();",
        "t2 = i + 1
         t = external \"g\"()
         a[t2] = t",
    );
}

#[test]
fn short_circuits() {
    assert_body(
        "if (i && j) x = 1;",
        "if (i ? (j != 0) : 0) {
         x = 1
         }",
    );
    assert_body(
        "if (i && x) y = 1;",
        "if (i) {
         if (x) {
         y = 1
         }
         }",
    );
    assert_body(
        "if (x > 0 && i && j && y && g()) z = 1;",
        "if (((x > 0) ? (i != 0) : 0) ? (j != 0) : 0) {
         if (y) {
         t = external \"g\"()
         if (t) {
         z = 1
         }
         }
         }",
    );
    assert_body(
        "if (x || y) z = 1;",
        "if (x) {
         t = 1
         } else {
         t = y != 0
         }
         if (t) {
         z = 1
         }",
    );
    assert_body("i = x > 0 && j;", "i = (x > 0) ? (j != 0) : 0");
    assert_body(
        "x && y++;",
        "if (x) {
         t = y
         y = t + 1
         }",
    );
    assert_body(
        "i = x ? y : 3;",
        "if (x) {
         i = y
         } else {
         i = 3
         }",
    );
    assert_body(
        "x ? g() : h(1, 2);",
        "if (x) {
         external \"g\"()
         } else {
         external \"h\"(1, 2)
         }",
    );
    assert_body(
        "i = i ?: x;",
        "t = i
         if (t) {
         t2 = t
         } else {
         t2 = x
         }
         i = t2",
    );
    assert_body(
        "while (x && p[x]) ;",
        "test {
         if (x) {
         t = p
         t2 = t +[4] x
         t3 = *t2 != 0
         } else {
         t3 = 0
         }
         } while (t3) {
         }",
    );
}

#[test]
fn calls() {
    assert_body("i = g();", "i = external \"g\"()");
    assert_body(
        "x = g();",
        "t = external \"g\"()
         x = t",
    );
    assert_body(
        "h(g(), h(x, y));",
        "t = external \"g\"()
         t2 = x
         t3 = y
         t4 = external \"h\"(t2, t3)
         external \"h\"(t, t4)",
    );
    assert_body(
        "g() + 1;",
        "t = external \"g\"()
         t2 = t + 1",
    );
    assert_body(
        "int (*q)(int, int) = h; i = q(x, 2); (*q)(i, 1);",
        "q = (fn h : int(int, int)*)
         t = x
         i = call *(q)(t, 2)
         call *(q)(i, 1)",
    );
}

#[test]
fn records_are_copied_scalar_by_scalar() {
    assert_body(
        "s = r;",
        "live t
         t.a = r.a
         t.b = r.b
         s.a = t.a
         s.b = t.b
         dead t",
    );
    assert_body(
        "struct pair l = s; x = l.b;",
        "live l zeroed
         live t
         t.a = s.a
         t.b = s.b
         init l = t
         dead t
         t2 = l.b
         x = t2
         dead l",
    );
    assert_body(
        "u = w;",
        "live t
         t = w
         u = t
         dead t",
    );
    assert_body(
        "s = i ? r : (struct pair){ 1, y };",
        "live t
         if (i) {
         live t2
         t2.a = r.a
         t2.b = r.b
         t = t2
         } else {
         live <literal> zeroed
         init <literal>.a = 1
         init <literal>.b = y
         live t3
         t3.a = <literal>.a
         t3.b = <literal>.b
         t = t3
         }
         s.a = t.a
         s.b = t.b
         dead t3
         dead t2
         dead t
         dead <literal>",
    );
    assert_body(
        "(s = r).a;",
        "live t
         t.a = r.a
         t.b = r.b
         s.a = t.a
         s.b = t.b
         dead t",
    );
}

#[test]
fn bit_fields_are_read_and_then_written() {
    assert_body(
        "f.low = i;",
        "live t
         bits(t.low) = bits(f.low)
         t.low = (unsigned int)i
         bits(f.low) = bits(t.low)
         dead t",
    );
    assert_body(
        "i = f.high++;",
        "t = f.high
         t2 = (unsigned int)((int)t + 1)
         live t3
         bits(t3.high) = bits(f.high)
         t3.high = t2
         bits(f.high) = bits(t3.high)
         i = (int)t
         dead t3",
    );
    assert_body(
        "f.low |= x;",
        "t = f.low
         t2 = (unsigned int)((int)t | x)
         live t3
         bits(t3.low) = bits(f.low)
         t3.low = t2
         bits(f.low) = bits(t3.low)
         dead t3",
    );
    assert_body(
        "struct bits l = { 1, 2, 3 };",
        "live l zeroed
         init l.low = 1u
         init l.high = 2u
         init l.rest = 3
         dead l",
    );
}
