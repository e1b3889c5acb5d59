//@ data-race: unsafe  others: safe
//@ by: explicit
//@ domain: 0 1 2147483647
//@ twin: greatest_random_number_under_a_lock
// Two threads keep the greatest one of their random numbers. Whether they write depends on a comparison of floating values that inputs decide:
// a violation must rest on results that there are.
#include <pthread.h>
#include <stdlib.h>

static double greatest;

static void *draw(void *unused) {
    double number = (double)rand() / RAND_MAX;
    if (number > greatest)
        greatest = number;
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
