//@ assertions: safe
//@ twin: stored_through_a_pointer_to_either
// A procedure stores through a pointer that leads to one of two locals. When it is called first, the other one does not live yet.
#include <assert.h>
#include <pthread.h>

static int *shared;

static void *work(void *argument) { return argument; }

static void set(int *target) { *target = 1; }

static void later(void) {
    int other;
    shared = &other;
    set(&other);
    assert(other == 1);
}

int main(void) {
    int one;
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    set(&one);
    later();
    return one;
}
