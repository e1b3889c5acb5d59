//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 15_local_of_main_after_main_ended_its_thread
// A static object of main stays.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    assert(*(int *)p == 5);
    return 0;
}

int main(void) {
    pthread_t t;
    static int local = 5;
    pthread_create(&t, 0, worker, &local);
    pthread_exit(0);
}
