//@ unsafe
//@ by: explicit
// The write goes through two pointers.
#include <assert.h>
#include <pthread.h>

int g;
int *p = &g;
int **pp = &p;

void *first(void *unused) {
    **pp = 1;
    return unused;
}

void *second(void *unused) {
    g = 2;
    int seen = g;
    assert(seen == 2);
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
