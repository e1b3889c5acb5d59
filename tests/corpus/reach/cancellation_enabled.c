//@ unsafe
//@ by: explicit bmc
// Who listens is.
#include <assert.h>
#include <pthread.h>


int x;

void *victim(void *arg) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_testcancel();
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, victim, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
