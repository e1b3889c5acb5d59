//@ safe
//@ property: data-race
// The twin: main writes before there is another thread.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

_Atomic int counter;
int shared;

void *thread(void *arg) {
    __VERIFIER_atomic_begin();
    if (shared == 0) {
        counter--;
    }
    __VERIFIER_atomic_end();
    return shared ? arg : 0;
}

int main(void) {
    pthread_t id;
    shared &= 0;
    pthread_create(&id, 0, thread, 0);
    return 0;
}
