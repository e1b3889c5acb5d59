//@ safe
//@ property: data-race
//@ by: explicit
//@ twin: routine_left_by_the_end_of_its_thread
// Each thread that runs the routine ends inside of it, so that the next one runs it, too; a lock orders what they do.
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int shared;

void routine(void) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
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
