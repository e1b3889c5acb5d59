//@ safe
//@ by: compositional
//@ twin: guests_after_a_recount
// What main sets before it creates anybody is where counting begins.
#include <assert.h>
#include <pthread.h>
int there;
void __VERIFIER_atomic_enter(void) { there++; }
void __VERIFIER_atomic_leave(void) { there--; }
void *guest(void *unused) {
    __VERIFIER_atomic_enter();
    assert(there >= 3);
    __VERIFIER_atomic_leave();
    return unused;
}
int main(void) {
    pthread_t t;
    there = 2;
    for (int i = 0; i < 3; i++) pthread_create(&t, 0, guest, 0);
    return 0;
}
