//@ all: safe
//@ by: explicit bmc
//@ twin: expanded_cleanup_is_removed_before_the_end
// What pthread_cleanup_push of the machine expands to: a cancelled thread runs the routine, which unlocks.
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
    pthread_mutex_lock(&mutex);
    do {
        __pthread_unwind_buf_t __cancel_buf;
        void (*__cancel_routine)(void *) = (unlock);
        void *__cancel_arg = (&mutex);
        int __not_first_call = __sigsetjmp_cancel(__cancel_buf.__cancel_jmp_buf, 0);
        if (__builtin_expect((__not_first_call), 0)) {
            __cancel_routine(__cancel_arg);
            __pthread_unwind_next(&__cancel_buf);
        }
        __pthread_register_cancel(&__cancel_buf);
        do {
            count++;
            pthread_testcancel();
            count++;
            do {
            } while (0);
        } while (0);
        __pthread_unregister_cancel(&__cancel_buf);
        if (1)
            __cancel_routine(__cancel_arg);
    } while (0);
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
