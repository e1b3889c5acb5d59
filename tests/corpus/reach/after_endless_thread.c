//@ safe
//@ by: explicit
// The join of an endless thread never returns.
#include <assert.h>
#include <pthread.h>

void *endless(void *unused) {
    for (;;)
        ;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, endless, 0);
    pthread_join(t, 0);
    assert(0);
    return 0;
}
