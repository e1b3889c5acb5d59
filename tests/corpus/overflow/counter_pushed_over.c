//@ data-race: unsafe  overflow: unsafe  others: safe
//@ by: explicit
//@ twin: counter_stays_below
// Only if both threads add does the counter overflow.
#include <pthread.h>

#include <limits.h>
int x = INT_MAX - 1;

void *first(void *unused) {
    if (x > 0)
        x++;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, first, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
