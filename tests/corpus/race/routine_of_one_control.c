//@ safe
//@ by: explicit static
//@ twin: routine_of_two_controls
// A routine runs once, and whoever comes past its control reads after that.
#include <pthread.h>

int x;
pthread_once_t control = PTHREAD_ONCE_INIT;
pthread_once_t other = PTHREAD_ONCE_INIT;

void routine(void) {
    x = x + 1;
}

void *worker(void *unused) {
    pthread_once(&control, routine);
    return unused;
}

void *reader(void *unused) {
    pthread_once(&control, routine);
    return x ? unused : 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
