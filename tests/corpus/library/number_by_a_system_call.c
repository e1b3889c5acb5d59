//@ all: safe
//@ by: explicit
//@ domain: 1 2
//@ twin: number_by_another_system_call
// The number of a thread does not change, and is positive.
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
    assert(syscall(SYS_sched_yield) == 0);
    pthread_join(thread, 0);
    return 0;
}
