//@ data-race: unsafe  memory: unsafe  others: safe
//@ by: explicit
//@ twin: freed_by_two
// One thread frees what the other reads, in an atomic section: what is read first races with the free.
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int *shared, sum;

void *owner(void *unused) {
    free(shared);
    return 0;
}

void *reader(void *unused) {
    __VERIFIER_atomic_begin();
    sum += *shared;
    sum += *shared;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t one, two;
    shared = calloc(1, sizeof *shared);
    pthread_create(&one, 0, owner, 0);
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
