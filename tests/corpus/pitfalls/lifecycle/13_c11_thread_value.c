//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_c11_thread_value_wrong
// A C11 thread returns an int.
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
    assert(value == 42);
    return 0;
}
