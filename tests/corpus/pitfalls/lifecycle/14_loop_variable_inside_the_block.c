//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 14_address_of_own_number
// Each turn has a variable of its own, but it dies with the turn.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    int i = *(int *)p;
    assert(i < 2);
    return 0;
}

int main(void) {
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++) {
        int mine = i;
        pthread_create(&t[i], 0, worker, &mine);
    }
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
