//@ unsafe
//@ property: data-race
//@ by: explicit
//@ twin: routine_left_by_the_end_of_its_thread_locked
// A thread that ends inside of the routine leaves the control as if it were unused: the next one runs the routine, too, and is not
// ordered behind the first.
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int shared;

void routine(void) {
    shared++;
    pthread_exit(0);
}

void *worker(void *unused) {
    pthread_once(&control, routine);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_once(&control, routine);
}
