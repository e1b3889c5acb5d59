//@ safe
//@ by: explicit static
//@ twin: join_only_one
// Each thread is joined before main goes on; both run the same function.
#include <pthread.h>

int x;

void *writer(void *unused) {
    x = 2;
    return unused;
}

int main(void) {
    pthread_t a, b;
    x = 1;
    pthread_create(&a, 0, writer, 0);
    pthread_join(a, 0);
    x = 3;
    pthread_create(&b, 0, writer, 0);
    pthread_join(b, 0);
    return x;
}
