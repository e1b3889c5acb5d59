//@ assertions: unknown  others: safe
//@ domain: 1 2
//@ twin: number_by_a_system_call
// Whether the number of the initial thread is 1 is for the system to say.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *work(void *unused) {
    long number = syscall(SYS_gettid);
    assert(number > 0 && number == syscall(SYS_gettid));
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    assert(syscall(SYS_gettid) == 1);
    pthread_join(thread, 0);
    return 0;
}
