//@ all: safe
//@ by: explicit
//@ twin: once_is_not_twice
// The routine runs once, and who comes second waits until it has returned.
#include <assert.h>
#include <pthread.h>


pthread_once_t control = PTHREAD_ONCE_INIT;
int x, y;

void initialize(void) {
    x++;
    y = 1;
}

void *user(void *arg) {
    pthread_once(&control, initialize);
    assert(x == 1 && y == 1);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, user, 0);
    user(0);
    pthread_join(t, 0);
    return 0;
}
