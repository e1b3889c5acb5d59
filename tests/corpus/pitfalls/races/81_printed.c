//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_copy_printed
// The argument of printf is read.
#include <pthread.h>
#include <stdio.h>

int x;

void *first(void *unused) {
    printf("%d\n", x);
    return unused;
}

void *second(void *unused) {
    x = 1;
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
