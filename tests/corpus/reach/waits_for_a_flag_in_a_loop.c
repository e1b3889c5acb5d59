//@ safe
//@ by: explicit bmc
// However long the reader waits, it sees what was written before the flag.
#include <assert.h>
#include <pthread.h>

int data, ready;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *writer(void *unused) {
    pthread_mutex_lock(&m);
    data = 1;
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    assert(data == 1);
    pthread_mutex_unlock(&m);
    return 0;
}
