//@ unsafe
//@ by: explicit
// Both creations store to the same id: the first thread is never joined.
#include <pthread.h>

int x;

void *first(void *unused) {
    x = 1;
    return unused;
}

void *second(void *unused) {
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(t, 0);
    x = 2;
    return 0;
}
