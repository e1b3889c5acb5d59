//@ unsafe
//@ by: explicit
// The copy takes the members one by one.
#include <assert.h>
#include <pthread.h>

struct pair {
    int a, b;
} s;

void *first(void *unused) {
    struct pair t = s;
    assert(t.a == t.b);
    return unused;
}

void *second(void *unused) {
    s = (struct pair){1, 1};
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
