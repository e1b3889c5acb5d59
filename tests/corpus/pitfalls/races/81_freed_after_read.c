//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_freed_and_read
// After the join it does not.
#include <pthread.h>
#include <stdlib.h>

int *p;

void *first(void *unused) {
    int y = *p;
    (void)y;
    return unused;
}

void *second(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    p = calloc(1, sizeof *p);
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    free(p);
    return 0;
}
