/*
 * A lock for one writer and two readers, made of atomic sections, used for ever.
 *
 *   raddle check --engine sequential -p assertions examples/papers/ul-cseq/rwlock.c
 *   VERDICT: SAFE
 */
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int writing, readers;
int value, seen_by_first, seen_by_second;
void *writer(void *argument) {
    while (1) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(writing == 0 && readers == 0);
        writing = 1;
        __VERIFIER_atomic_end();
        value = value + 1;
        __VERIFIER_atomic_begin();
        writing = 0;
        __VERIFIER_atomic_end();
    }
}
void *reader(void *argument) {
    while (1) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(writing == 0);
        readers++;
        __VERIFIER_atomic_end();
        int once = value;
        int twice = value;
        assert(once == twice);
        __VERIFIER_atomic_begin();
        readers--;
        __VERIFIER_atomic_end();
    }
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_create(&c, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
