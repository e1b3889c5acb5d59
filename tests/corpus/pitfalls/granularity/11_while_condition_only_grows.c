//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 11_while_condition_is_read_each_time
// x never goes back.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    for (int i = 0; i < 2 && x < 1; i++)
        ;
    if (x >= 1)
        assert(x >= 1);
    return unused;
}

void *second(void *unused) {
    x = 1;
    x = 2;
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
