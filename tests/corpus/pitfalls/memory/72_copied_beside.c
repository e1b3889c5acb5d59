//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 72_copied_while_written
// It copies only the first element.
#include <pthread.h>
#include <string.h>

int from[2], to[2];

void *first(void *unused) {
    memcpy(to, from, sizeof to[0]);
    return unused;
}

void *second(void *unused) {
    from[1] = 1;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
