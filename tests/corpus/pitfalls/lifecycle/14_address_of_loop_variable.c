//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 14_address_of_own_number
// Every thread gets the address of the one loop variable: it may read it when the loop is over.
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
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, &i);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
