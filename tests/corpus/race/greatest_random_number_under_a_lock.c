//@ all: safe
//@ by: explicit
//@ domain: 0 1 2147483647
//@ twin: greatest_random_number
// Two threads keep the greatest one of their random numbers. Whether they write depends on a comparison of floating values that inputs decide:
// the lock orders them in any case.
#include <pthread.h>
#include <stdlib.h>

static double greatest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *draw(void *unused) {
    double number = (double)rand() / RAND_MAX;
    pthread_mutex_lock(&lock);
    if (number > greatest)
        greatest = number;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, draw, 0);
    pthread_create(&second, 0, draw, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return greatest > 0.5;
}
