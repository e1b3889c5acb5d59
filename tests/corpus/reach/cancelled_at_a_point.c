//@ unsafe
//@ by: explicit bmc
// The thread may end at its cancellation point.
#include <assert.h>
#include <pthread.h>


int x;

void *victim(void *arg) {
    x = 1;
    pthread_testcancel();
    x = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    void *value;
    pthread_create(&t, 0, victim, 0);
    pthread_cancel(t);
    pthread_join(t, &value);
    assert(x == 2 && value == 0);
    return 0;
}
