//@ safe
//@ by: compositional
//@ twin: one_guest_leaves_for_two
// A thread of which there is one may keep its share when it ends.
#include <assert.h>
#include <pthread.h>
int there;
void __VERIFIER_atomic_enter(void) { there++; }
void __VERIFIER_atomic_leave(void) { there--; }
void *guest(void *unused) {
    __VERIFIER_atomic_enter();
    assert(there >= 1);
    __VERIFIER_atomic_leave();
    return unused;
}
void *other(void *unused) {
    __VERIFIER_atomic_enter();
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    for (int i = 0; i < 3; i++) pthread_create(&t, 0, guest, 0);
    return 0;
}
