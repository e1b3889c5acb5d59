//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 53_packed_neighbours
// A member of a packed structure is one access wherever it lies.
#include <assert.h>
#include <pthread.h>

struct __attribute__((packed)) s {
    char tag;
    int value;
    char tail;
} s;

void *first(void *unused) {
    s.value = 1;
    return unused;
}

void *second(void *unused) {
    s.value = 2;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(s.tag == 0 && s.tail == 0);
    return 0;
}
