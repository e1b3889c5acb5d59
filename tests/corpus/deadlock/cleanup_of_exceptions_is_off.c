//@ deadlock: unsafe  others: safe
//@ by: explicit bmc
//@ twin: cleanup_of_exceptions_unlocks
// The destructor of a cleanup routine does nothing where the thread is cancelled.
#include <pthread.h>

/* As the headers of the GNU C library have it for programs with exceptions. */
struct __pthread_cleanup_frame {
    void (*__cancel_routine)(void *);
    void *__cancel_arg;
    int __do_it;
};

static void __pthread_cleanup_routine(struct __pthread_cleanup_frame *frame) {
    if (frame->__do_it)
        frame->__cancel_routine(frame->__cancel_arg);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void unlock(void *locked) {
    pthread_mutex_unlock(locked);
}

static void *work(void *argument) {
    pthread_mutex_lock(&mutex);
    do {
        struct __pthread_cleanup_frame __clframe __attribute__((__cleanup__(__pthread_cleanup_routine))) = {
            .__cancel_routine = (unlock), .__cancel_arg = (&mutex), .__do_it = 1};
        count++;
        __clframe.__do_it = 0;
        pthread_testcancel();
        __clframe.__do_it = (1);
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
