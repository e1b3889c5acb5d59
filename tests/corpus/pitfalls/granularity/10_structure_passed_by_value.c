//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 10_structure_passed_by_pointer_locked
// A structure argument is a copy, member by member.
#include <assert.h>
#include <pthread.h>

struct pair {
    int a;
    int b;
} s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void check(struct pair t) {
    assert(t.a == t.b);
}

void *first(void *unused) {
    s = (struct pair){1, 1};
    return unused;
}

void *second(void *unused) {
    check(s);
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
