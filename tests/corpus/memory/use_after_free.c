//@ unsafe
//@ by: explicit
// The other thread may have freed the object.
#include <pthread.h>
#include <stdlib.h>

int *p;

void *worker(void *unused) {
    free(p);
    return unused;
}

int main(void) {
    pthread_t t;
    p = malloc(sizeof *p);
    pthread_create(&t, 0, worker, 0);
    *p = 1;
    pthread_join(t, 0);
    return 0;
}
