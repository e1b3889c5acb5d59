//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_in_an_index_of_constant
// An index reads.
#include <pthread.h>

int i;
int a[2];

void *first(void *unused) {
    a[i] = 1;
    return unused;
}

void *second(void *unused) {
    i = 1;
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
