//@ assertions: unknown  others: safe
//@ externals: args
//@ twin: 93_unknown_function_gets_a_copy
//@ unconfirmed: deadlock data-race memory overflow arithmetic locks: a function without a body gets an address
// A function without a body that gets an address may write there: nobody can say that x is still 1.
#include <assert.h>

void adjust(int *where);

int main(void) {
    int x = 1;
    adjust(&x);
    assert(x == 1);
    return 0;
}
