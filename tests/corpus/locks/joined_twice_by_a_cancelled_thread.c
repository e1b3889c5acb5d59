//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: joined_once_by_a_cancelled_thread
//@ open: data-race: who acts on a cancellation may be ordered by it, explicit says
// The second join of the same thread is a misuse, unless the thread acts on its cancellation there.
#include <pthread.h>

void *idle(void *unused) {
    return unused;
}

void *joiner(void *unused) {
    pthread_t t;
    pthread_create(&t, 0, idle, 0);
    pthread_join(t, 0);
    pthread_join(t, 0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, joiner, 0);
    pthread_cancel(t);
    return 0;
}
