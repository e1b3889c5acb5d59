//@ deadlock: unsafe  others: safe
//@ by: explicit
//@ twin: holder_waits_for_a_flag_set_before
// The holder polls a flag that the other thread raises with the lock held only.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int flag;

static void *work(void *unused) {
    pthread_mutex_lock(&m);
    flag = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    pthread_mutex_lock(&m);
    while (!flag) {
    }
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
