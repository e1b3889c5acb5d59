//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 39_c11_once
// Called without it.
#include <assert.h>
#include <threads.h>

int x;
once_flag once = ONCE_FLAG_INIT;

void initialize(void) {
    x++;
}

int worker(void *unused) {
    (void)unused;
    initialize();
    assert(x == 1);
    return 0;
}

int main(void) {
    thrd_t a, b;
    thrd_create(&a, worker, 0);
    thrd_create(&b, worker, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
    return 0;
}
