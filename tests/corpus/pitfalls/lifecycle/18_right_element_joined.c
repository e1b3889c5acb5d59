//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 18_wrong_element_joined
// The right one.
#include <pthread.h>

int x;

void *worker(void *unused) {
    x++;
    return unused;
}

void *idle(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, worker, 0);
    pthread_create(&t[1], 0, idle, 0);
    pthread_join(t[0], 0);
    x++;
    pthread_join(t[1], 0);
    return 0;
}
