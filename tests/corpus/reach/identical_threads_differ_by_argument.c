//@ unsafe
//@ by: explicit
// The second of two identical threads fails.
#include <assert.h>
#include <pthread.h>

void *worker(void *argument) {
    assert((long)argument != 2);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, (void *)1L);
    pthread_create(&u, 0, worker, (void *)2L);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
