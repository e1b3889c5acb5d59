//@ assertions: unsafe  others: safe
//@ domain: 0 1 -1
//@ twin: not_cancelled_at_system
// `system` is a cancellation point.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;
char bytes[2];

void *work(void *unused) {
    x = 1;
    system("true");
    x = 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(x == 2);
    return 0;
}
