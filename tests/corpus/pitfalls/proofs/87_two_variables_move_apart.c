//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 87_two_variables_move_together
// The lock is given back in between.
#include <assert.h>
#include <pthread.h>

int a, b;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *unused) {
    pthread_mutex_lock(&m);
    a++;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    b++;
    pthread_mutex_unlock(&m);
    return unused;
}

void *reader(void *unused) {
    pthread_mutex_lock(&m);
    assert(a == b);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, writer, 0);
    pthread_create(&t2, 0, writer, 0);
    pthread_create(&t3, 0, reader, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
