//@ locks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: mutex_in_cleared_memory
//@ open: data-race: a misuse may order nothing, bmc says
// Nothing was ever written to the mutex that the worker uses.
#include <pthread.h>
#include <stdlib.h>

struct box {
    pthread_mutex_t m;
    int x;
};

void *worker(void *argument) {
    struct box *box = argument;
    pthread_mutex_lock(&box->m);
    pthread_mutex_unlock(&box->m);
    return 0;
}

int main(void) {
    pthread_t t;
    struct box *box = malloc(sizeof *box);
    pthread_create(&t, 0, worker, box);
    pthread_join(t, 0);
    return 0;
}
