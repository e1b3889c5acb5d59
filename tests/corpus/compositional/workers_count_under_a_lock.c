//@ safe
//@ twin: workers_count_without_a_lock
//@ by: compositional
// Workers add one under a lock: nobody adds in between.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned n;
void *worker(void *unused) {
    pthread_mutex_lock(&m);
    unsigned before = n;
    n = before + 1;
    assert(n == before + 1);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
