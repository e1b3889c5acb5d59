//@ safe
//@ by: compositional
//@ twin: as_many_in_the_room_from_the_start
// What main sets before it creates a thread is where the difference begins.
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
    room = 6;
    for (;;) pthread_create(&t, 0, worker, 0);
    return 0;
}
