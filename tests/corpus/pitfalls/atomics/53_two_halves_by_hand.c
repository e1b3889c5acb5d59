//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 53_two_halves_by_hand_locked
// A value that the program itself writes in halves is seen torn.
#include <assert.h>
#include <pthread.h>

union {
    long long whole;
    int half[2];
} u;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    u.half[0] = -1;
    u.half[1] = -1;
    return unused;
}

void *second(void *unused) {
    long long seen = u.whole;
    assert(seen == 0 || seen == -1);
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
