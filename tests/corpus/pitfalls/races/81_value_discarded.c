//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_address_discarded
// A value that is thrown away was read. (The tool lists it; C would allow a compiler to leave it out.)
#include <pthread.h>

int x;

void *first(void *unused) {
    (void)x;
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
