//@ memory: safe
//@ by: static
//@ twin: outside_by_one_element
//@ domain: 0 1
// Threads that never need to end go round in a ring.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int ring[8], head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument) {
    for (;;) {
        pthread_mutex_lock(&lock);
        int at = head;
        ring[at]++;
        head = (at + 1) % 8;
        pthread_mutex_unlock(&lock);
        if (__VERIFIER_nondet_int())
            return 0;
    }
}

int main(void) {
    pthread_t ids[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&ids[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], 0);
    return 0;
}
