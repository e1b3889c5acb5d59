//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 10_structure_copied_member_by_member
// The same under a lock.
#include <assert.h>
#include <pthread.h>

struct pair {
    int a;
    int b;
} s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    s = (struct pair){1, 1};
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *unused) {
    pthread_mutex_lock(&m);
    struct pair t = s;
    pthread_mutex_unlock(&m);
    assert(t.a == t.b);
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
