//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 48_published_by_atomic_flag
// A plain one races itself.
#include <pthread.h>

int x;
int flag;

void *first(void *unused) {
    x = 1;
    flag = 1;
    return unused;
}

void *second(void *unused) {
    if (flag)
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
