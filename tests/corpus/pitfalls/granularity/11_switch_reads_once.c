//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 11_cascade_reads_each_time
// A switch reads its operand once: one of three.
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *unused) {
    int ways = 0;
    switch (x) {
    case 0:
        ways++;
        break;
    case 1:
        ways++;
        break;
    default:
        ways++;
        break;
    }
    assert(ways == 1);
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
