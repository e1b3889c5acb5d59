//@ safe
//@ by: compositional
//@ twin: readers_stop_twice
// Who writes waits until nobody reads. That a reader who stops takes back its own part only, no two of them know of each other: it is a sum.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);
int readers, writes, x, y;
void __VERIFIER_atomic_write(void) { __VERIFIER_assume(!writes && !readers); writes = 1; }
void __VERIFIER_atomic_read(void) { __VERIFIER_assume(!writes); readers++; }
void __VERIFIER_atomic_stop(void) { readers--; }
void *writer(void *unused) {
    __VERIFIER_atomic_write();
    x = 3;
    writes = 0;
    return unused;
}
void *reader(void *unused) {
    __VERIFIER_atomic_read();
    y = x;
    assert(y == x);
    __VERIFIER_atomic_stop();
    return unused;
}
int main(void) {
    for (int i = 0; i < 3; i++) {
        pthread_t t;
        pthread_create(&t, 0, writer, 0);
        pthread_create(&t, 0, reader, 0);
    }
    return 0;
}
