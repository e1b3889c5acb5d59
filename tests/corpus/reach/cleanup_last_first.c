//@ safe
//@ by: explicit bmc
// Cleanup routines run in reverse order, those of callers last.
#include <assert.h>
#include <pthread.h>


int order;

void cleanup(void *digit) {
    order = order * 10 + *(int *)digit;
}

void leave(void) {
    int three = 3;
    pthread_cleanup_push(cleanup, &three);
    pthread_exit(0);
    pthread_cleanup_pop(0);
}

void *thread(void *arg) {
    int one = 1, two = 2;
    pthread_cleanup_push(cleanup, &one);
    pthread_cleanup_push(cleanup, &two);
    leave();
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    assert(order == 321);
    return 0;
}
