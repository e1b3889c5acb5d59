//@ unsafe
//@ property: data-race
// The section races with the write in main; the operation in it is indivisible in the middle of what is indivisible.
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
    pthread_create(&id, 0, thread, 0);
    shared &= 0;
    return 0;
}
