//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_c11_thread_value
// No other one.
#include <assert.h>
#include <threads.h>

int worker(void *unused) {
    (void)unused;
    return 42;
}

int main(void) {
    thrd_t t;
    int value;
    thrd_create(&t, worker, 0);
    thrd_join(t, &value);
    assert(value == 0);
    return 0;
}
