//@ unsafe
//@ by: explicit
//@ twin: enters_one_before_the_other
// A thread leaves the house while it is in the room.
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
    house--;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    room--;
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
