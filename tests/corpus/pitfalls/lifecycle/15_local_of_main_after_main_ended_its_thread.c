//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 15_static_of_main_after_main_ended_its_thread
// pthread_exit in main ends main's locals, while the process goes on.
#include <assert.h>
#include <pthread.h>

void *worker(void *p) {
    assert(*(int *)p == 5);
    return 0;
}

int main(void) {
    pthread_t t;
    int local = 5;
    pthread_create(&t, 0, worker, &local);
    pthread_exit(0);
}
