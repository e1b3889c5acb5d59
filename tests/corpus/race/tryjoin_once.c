//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: tryjoin_until_it_joins
// An attempt may come too early.
#define _GNU_SOURCE
#include <pthread.h>


int x;

void *thread(void *arg) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_tryjoin_np(t, 0);
    x = 2;
    return 0;
}
