//@ assertions: unsafe  deadlock: unsafe  data-race: unsafe  others: safe
//@ termination: unsafe
//@ by: explicit
//@ twin: 37_barrier_in_a_loop
// Without the second barrier of a round the first thread runs ahead; and they do not end together.
#include <assert.h>
#include <pthread.h>

int x;
pthread_barrier_t b;

void *first(void *unused) {
    for (int i = 0; i < 2; i++) {
        x = i;
        pthread_barrier_wait(&b);
    }
    return unused;
}

void *second(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_barrier_wait(&b);
        assert(x == i);
        pthread_barrier_wait(&b);
    }
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
