//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: pointer_to_a_function_that_is_never_set
// A pointer to a function gets another value before the thread calls through it.
#include <pthread.h>
#include <stdlib.h>

int x;

static void *first(void *at) {
    return at;
}

static void *second(void *at) {
    x = 1;
    return at;
}

static void *(*chosen)(void *) = first;

void choose(void) {
    chosen = second;
}

void *work(void *unused) {
    return chosen(unused);
}

int main(void) {
    pthread_t thread;
    choose();
    pthread_create(&thread, 0, work, 0);
    x = 2;
    return 0;
}
