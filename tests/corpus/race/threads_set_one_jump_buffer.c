//@ data-race: unsafe  others: safe
//@ twin: threads_set_jump_buffers_of_their_own
// setjmp writes to its buffer.
#include <pthread.h>
#include <setjmp.h>

static jmp_buf start;

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
