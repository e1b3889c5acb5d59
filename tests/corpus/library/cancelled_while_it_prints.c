//@ assertions: unsafe  others: safe
//@ domain: 0 1 -1
//@ twin: cancelled_or_not_while_it_prints
// Whether `puts` and `getchar` are cancellation points is left to the C library: a thread must not rely on being cancelled there ...
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int x;

void *work(void *unused) {
    pthread_cancel(pthread_self());
    puts("x");
    getchar();
    x = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    assert(x == 0);
    return 0;
}
