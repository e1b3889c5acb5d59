//@ all: safe
//@ by: explicit
//@ twin: volatile
// _Atomic accesses do not race.
#include <pthread.h>

_Atomic int x;

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
