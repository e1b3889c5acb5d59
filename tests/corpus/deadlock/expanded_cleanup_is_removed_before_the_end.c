//@ deadlock: unsafe  others: safe
//@ by: explicit bmc
//@ twin: expanded_cleanup_unlocks
// What pthread_cleanup_push of the machine expands to, as CIL writes it: the routine is removed before the thread can be cancelled.
#include <pthread.h>

/* As the headers of the GNU C library have it. */
typedef struct {
    struct {
        long registers[8];
        int mask_was_saved;
    } __cancel_jmp_buf[1];
    void *__pad[4];
} __pthread_unwind_buf_t;
void __pthread_register_cancel(__pthread_unwind_buf_t *buffer);
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer);
void __pthread_unwind_next(__pthread_unwind_buf_t *buffer) __attribute__((noreturn));
int __sigsetjmp_cancel(void *buffer, int mask);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void unlock(void *locked) {
    pthread_mutex_unlock(locked);
}

static void *work(void *argument) {
    __pthread_unwind_buf_t __cancel_buf___0;
    void (*__cancel_routine___0)(void *);
    void *__cancel_arg___0;
    int __not_first_call___0;
    pthread_mutex_lock(&mutex);
    __cancel_routine___0 = &unlock;
    __cancel_arg___0 = (void *)(&mutex);
    __not_first_call___0 = __sigsetjmp_cancel((void *)__cancel_buf___0.__cancel_jmp_buf, 0);
    if (__not_first_call___0) {
        ((*__cancel_routine___0))(__cancel_arg___0);
        __pthread_unwind_next(&__cancel_buf___0);
    }
    __pthread_register_cancel(&__cancel_buf___0);
    count++;
    __pthread_unregister_cancel(&__cancel_buf___0);
    pthread_testcancel();
    ((*__cancel_routine___0))(__cancel_arg___0);
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}
