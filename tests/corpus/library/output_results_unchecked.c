//@ assertions: unsafe  others: safe
//@ domain: 0 1 2 3 -1
//@ twin: output_results
// A write may be shorter than what was asked for.
#include <assert.h>
#include <unistd.h>

int main(void) {
    long n = write(1, "abc", 3);
    assert(n == 3 || n == -1);
    return 0;
}
