//@ unsafe
//@ by: explicit
// Writing a bit-field writes its neighbours back, too.
#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 4;
    unsigned b : 4;
} s;

void *first(void *unused) {
    s.a = 1;
    return unused;
}

void *second(void *unused) {
    s.b = 1;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(s.a == 1 && s.b == 1);
    return 0;
}
