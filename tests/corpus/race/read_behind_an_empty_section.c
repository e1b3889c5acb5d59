//@ unsafe
//@ property: data-race
// The reader's empty section may come before the writer's section: then nothing orders the read behind the write.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int shared;

void *reader(void *arg) {
    __VERIFIER_atomic_begin();
    __VERIFIER_atomic_end();
    return shared ? arg : 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    __VERIFIER_atomic_begin();
    shared = 1;
    __VERIFIER_atomic_end();
    return 0;
}
