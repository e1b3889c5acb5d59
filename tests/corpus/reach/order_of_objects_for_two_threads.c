//@ all: safe
//@ by: explicit
//@ twin: order_of_objects_for_two_threads_turned_round
// All threads see the same order of objects.
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *look(void *result) {
    *(int *)result = &a < &b;
    return 0;
}

int main(void) {
    pthread_t one, other;
    int seen[2];
    pthread_create(&one, 0, look, &seen[0]);
    pthread_create(&other, 0, look, &seen[1]);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(seen[0] == seen[1]);
    return 0;
}
