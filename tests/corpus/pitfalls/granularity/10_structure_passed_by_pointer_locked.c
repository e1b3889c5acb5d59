//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 10_structure_passed_by_value
// The structure is read under the lock, through a pointer.
#include <assert.h>
#include <pthread.h>

struct pair {
    int a;
    int b;
} s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void check(struct pair *t) {
    pthread_mutex_lock(&m);
    assert(t->a == t->b);
    pthread_mutex_unlock(&m);
}

void *first(void *unused) {
    pthread_mutex_lock(&m);
    s = (struct pair){1, 1};
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *unused) {
    check(&s);
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
