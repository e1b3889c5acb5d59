//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 01_increment_behind_function_pointer
// Both threads choose the function that locks.
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void plain(void) {
    x++;
}

void locked(void) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
}

void (*const operations[2])(void) = {locked, plain};

void *worker(void *p) {
    operations[*(int *)p]();
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    int one = 0, two = 0;
    pthread_create(&t1, 0, worker, &one);
    pthread_create(&t2, 0, worker, &two);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 2);
    return 0;
}
