//@ all: safe
//@ by: explicit
//@ twin: same_value_written
// Two reads never race.
#include <pthread.h>

int x = 3;

void *first(void *unused) {
    int r = x;
    (void)r;
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
