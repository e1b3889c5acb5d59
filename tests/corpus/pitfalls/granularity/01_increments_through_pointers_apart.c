//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 01_increment_through_pointer
// Two pointers to two objects.
#include <assert.h>
#include <pthread.h>

int x;
int y;
int *p = &x;
int *q = &y;

void *first(void *unused) {
    (*p)++;
    return unused;
}

void *second(void *unused) {
    (*q)++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x == 1 && y == 1);
    return 0;
}
