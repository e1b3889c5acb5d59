//@ all: safe
//@ domain: 0 1 -1
//@ twin: cancelled_while_it_prints
// ... nor on not being cancelled. It is cancelled at the sleep at last.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int x;

void *work(void *unused) {
    pthread_cancel(pthread_self());
    puts("x");
    getchar();
    sleep(1);
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
