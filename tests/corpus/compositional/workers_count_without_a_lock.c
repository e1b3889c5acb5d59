//@ unsafe
//@ twin: workers_count_under_a_lock
// Workers add one: two of them are enough.
#include <assert.h>
#include <pthread.h>
unsigned n;
void *worker(void *unused) {
    unsigned before = n;
    n = before + 1;
    assert(n == before + 1);
    return 0;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
