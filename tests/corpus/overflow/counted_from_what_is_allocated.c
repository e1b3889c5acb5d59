//@ overflow: unsafe
//@ twin: counted_by_threads_of_a_loop
//@ domain: 2147483646 2147483647
// What is counted up once was stored by a copy of bytes.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static int *total;

static void *work(void *argument) {
    ++*total;
    return argument;
}

int main(void) {
    pthread_t thread;
    int first = __VERIFIER_nondet_int();
    total = calloc(1, sizeof *total);
    memcpy(total, &first, sizeof first);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    free(total);
    return 0;
}
