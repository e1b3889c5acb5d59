//@ all: safe
//@ by: explicit
//@ twin: holder_waits_for_a_flag_of_the_waiter
// The holder polls a flag that the other thread raises before it waits for the lock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int flag;

static void *work(void *unused) {
    flag = 1;
    pthread_mutex_lock(&m);
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
