//@ safe
//@ twin: ids_are_the_same
// No two threads have one id, not even those of one creation.
#include <assert.h>
#include <pthread.h>
pthread_t t[2];
void *worker(void *unused) {
    return 0;
}
int main(void) {
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
    assert(!pthread_equal(t[0], t[1]));
    return 0;
}
