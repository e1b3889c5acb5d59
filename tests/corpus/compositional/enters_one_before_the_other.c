//@ safe
//@ by: compositional
//@ twin: leaves_one_before_the_other
// Each thread is in the house before it is in the room, and leaves the room first. Neither number says so by itself; their difference does.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
unsigned house, room;
void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    house++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    room++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    assert(house >= room);
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
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, worker, 0);
    }
    return 0;
}
