//@ overflow: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 89_several_properties
// One of them.
#include <limits.h>
#include <pthread.h>

int x = INT_MAX;
int *p = &x;

void *first(void *unused) {
    return unused;
}

void *second(void *unused) {
    (*p)++;
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
