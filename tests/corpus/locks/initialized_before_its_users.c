//@ all: safe
//@ by: static explicit
//@ twin: thread_created_before_the_initialization
// A thread uses what its creator initialized.
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void add(void) {
    pthread_spin_lock(&lock);
    count = 1;
    pthread_spin_unlock(&lock);
}

static void *worker(void *unused) {
    add();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&thread, 0, worker, 0);
    add();
    pthread_join(thread, 0);
    pthread_spin_destroy(&lock);
    return 0;
}
