//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: long_jump_keeps_a_member
// A member of a structure that changed behind setjmp has any value behind longjmp.
#include <assert.h>
#include <setjmp.h>

static jmp_buf start;

struct state {
    int step;
    struct {
        char letters[2];
        unsigned flags : 3;
    } inner;
};

static void fail(void) { longjmp(start, 1); }

int main(void) {
    struct state state = {1, {{'a', 'b'}, 2}};
    if (setjmp(start) == 0) {
        state.step = 2;
        state.inner.letters[0] = 'c';
        fail();
    }
    assert(state.step == 2);
    return 0;
}
