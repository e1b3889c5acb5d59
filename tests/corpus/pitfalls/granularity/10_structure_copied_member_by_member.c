//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 10_structure_copied_locked
// A structure is not written at once: the reader may see one new and one old member.
#include <assert.h>
#include <pthread.h>

struct pair {
    int a;
    int b;
} s;

void *first(void *unused) {
    s = (struct pair){1, 1};
    return unused;
}

void *second(void *unused) {
    struct pair t = s;
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
