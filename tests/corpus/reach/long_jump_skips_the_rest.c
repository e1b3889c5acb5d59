//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: long_jump_returns_its_value
// What stands behind the call that longjmp leaves is not executed.
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;
static int calls;

static int check(int value) {
    calls++;
    if (value < 0) longjmp(start, 0);
    return value;
}

static int sum(int value) { return check(2) + check(value) + check(3); }

int main(void) {
    int code = setjmp(start);
    if (code == 0) {
        sum(-1);
        assert(0);
    }
    assert(code == 1 && calls == 3);
    return 0;
}
