//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 41_lock_by_index_data_by_other
// Each mutex guards the datum with its number.
#include <assert.h>
#include <pthread.h>

int x[2];
pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *worker(void *p) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m[i]);
        x[i]++;
        pthread_mutex_unlock(&m[i]);
    }
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x[0] == 2 && x[1] == 2);
    return 0;
}
