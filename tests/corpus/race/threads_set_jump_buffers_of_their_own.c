//@ all: safe
//@ twin: threads_set_one_jump_buffer
// Each thread has a buffer for its jumps.
#include <pthread.h>
#include <setjmp.h>

static _Thread_local jmp_buf start;

static void *work(void *value) {
    if (setjmp(start) != 0) return 0;
    return value;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    work(0);
    pthread_join(worker, 0);
    return 0;
}
