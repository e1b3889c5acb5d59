//@ data-race: unsafe  memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_freed_after_read
//@ open: assertions deadlock data-race overflow arithmetic locks: a race decides what is freed
// free races with a read of what is freed.
#include <pthread.h>
#include <stdlib.h>

int *p;

void *first(void *unused) {
    int y = *p;
    (void)y;
    return unused;
}

void *second(void *unused) {
    free(p);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    p = calloc(1, sizeof *p);
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
