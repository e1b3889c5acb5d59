//@ all: safe
//@ twin: tryjoin_once
// A successful attempt to join is a join.
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
    while (pthread_tryjoin_np(t, 0)) {
    }
    x = 2;
    return 0;
}
