//@ all: safe
//@ by: explicit
//@ twin: join_value_wrong
// pthread_join passes on what pthread_exit was given.
#include <assert.h>
#include <pthread.h>

void *answer(void *unused) {
    (void)unused;
    pthread_exit((void *)42L);
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, answer, 0);
    pthread_join(t, &result);
    assert((long)result == 42);
    return 0;
}
