//@ all: safe
//@ domain: 0 1 -1
//@ twin: cancelled_at_a_write
// A thread with cancellation disabled goes on.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int x;
char bytes[2];

void *work(void *unused) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    x = 1;
    write(1, "", 0);
    x = 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    pthread_cancel;
    assert(x == 2);
    return 0;
}
