//@ locks: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: initialized_before_its_users
// The thread may use the lock before it is initialized.
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
    pthread_create(&thread, 0, worker, 0);
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    add();
    pthread_join(thread, 0);
    pthread_spin_destroy(&lock);
    return 0;
}
