//@ all: safe
//@ by: explicit bmc
//@ twin: joined_by_another_before
// The other thread joins nobody.
#include <pthread.h>

int x;
pthread_t id;

void *worker(void *unused) {
    x = 1;
    return unused;
}

void *other(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&id, 0, worker, 0);
    pthread_create(&t, 0, other, 0);
    pthread_join(id, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
