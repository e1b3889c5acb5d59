//@ all: safe
//@ by: explicit
//@ twin: volatile
// Each thread has its own.
#include <pthread.h>

_Thread_local int x;

void *first(void *unused) {
    x++;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, first, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
