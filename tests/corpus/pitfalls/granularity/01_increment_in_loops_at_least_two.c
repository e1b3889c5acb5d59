//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 01_increment_in_loops
// Two threads add 2 times 1 each: however many updates are lost, 2 is the least that can come out.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    for (int i = 0; i < 2; i++)
        x++;
    return unused;
}

void *second(void *unused) {
    for (int i = 0; i < 2; i++)
        x++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(x >= 2);
    return 0;
}
