/* More states than anybody visits: see docs/limits.md. */
#include <assert.h>
#include <pthread.h>

unsigned a, b, c;

void *first(void *unused) {
    for (;;) {
        a++;
        if (a == b)
            b = a + c;
    }
    return unused;
}

void *second(void *unused) {
    for (;;) {
        c += 5;
        if (c == a)
            a = b + c;
    }
    return unused;
}

int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    for (;;)
        assert(a != 4000000001u || b != 3999999999u || c != 77);
}
