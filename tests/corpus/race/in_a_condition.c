//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: join_both
// A condition reads, too.
#include <pthread.h>

int x;

void *first(void *unused) {
    if (x)
        return 0;
    return unused;
}

void *second(void *unused) {
    x = 2;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
