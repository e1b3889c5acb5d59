//@ deadlock: unsafe
//@ by: explicit
//@ twin: joins_in_order_while_main_polls
// Two threads join each other, while main goes on for ever.
#include <pthread.h>

static pthread_t a, b;
static pthread_barrier_t ready;

static void *first(void *unused) {
    pthread_barrier_wait(&ready);
    pthread_join(b, 0);
    return unused;
}

static void *second(void *unused) {
    pthread_barrier_wait(&ready);
    pthread_join(a, 0);
    return unused;
}

int main(void) {
    pthread_barrier_init(&ready, 0, 3);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_barrier_wait(&ready);
    for (;;) {
    }
}
