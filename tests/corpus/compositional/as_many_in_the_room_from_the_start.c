//@ unsafe
//@ by: explicit
//@ twin: one_more_in_the_house_from_the_start
// Both numbers begin with the same value.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int house, room;
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    house++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    room++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    assert(house > room);
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    room--;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    house--;
    __VERIFIER_atomic_end();
    return unused;
}
int main(void) {
    pthread_t t;
    house = 7;
    room = 7;
    for (;;) pthread_create(&t, 0, worker, 0);
    return 0;
}
