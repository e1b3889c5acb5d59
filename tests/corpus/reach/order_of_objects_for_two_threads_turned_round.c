//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: order_of_objects_for_two_threads
// Two threads that ask for opposite orders get opposite answers.
#include <assert.h>
#include <pthread.h>

static int a, b;

static void *look(void *result) {
    *(int *)result = &a < &b;
    return 0;
}

static void *look_back(void *result) {
    *(int *)result = &b < &a;
    return 0;
}

int main(void) {
    pthread_t one, other;
    int seen[2];
    pthread_create(&one, 0, look, &seen[0]);
    pthread_create(&other, 0, look_back, &seen[1]);
    pthread_join(one, 0);
    pthread_join(other, 0);
    assert(seen[0] == seen[1]);
    return 0;
}
