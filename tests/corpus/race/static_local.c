//@ unsafe
//@ by: explicit
// A static local is one object for all threads.
#include <pthread.h>

void *worker(void *unused) {
    static int calls;
    calls++;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
