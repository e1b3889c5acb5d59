//@ all: safe
//@ by: explicit bmc
//@ twin: long_jump_past_the_unlock
// A thread gives a lock back in front of longjmp.
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int errors, wrong = 1;

static void parse(jmp_buf start, int value) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    if (value) longjmp(start, 1);
}

static void *work(void *value) {
    jmp_buf start;
    if (setjmp(start) == 0)
        parse(start, value != 0);
    else
        errors++;
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, &wrong);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return errors;
}
