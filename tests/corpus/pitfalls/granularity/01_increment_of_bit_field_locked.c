//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 01_increment_of_bit_field
// The same under a lock.
#include <assert.h>
#include <pthread.h>

struct {
    unsigned count : 3;
} s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    s.count++;
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&m);
    s.count++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(s.count == 2);
    return 0;
}
