//@ deadlock: unsafe  others: safe
//@ twin: waits_beside_an_invalid_access
//@ by: explicit bmc
// The first thread waits for its own mutex for ever and main waits for the first thread, and the access of the second
// thread is valid: the process goes on for ever.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int count;
static int cell;

static void *locks_twice(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    return unused;
}

static void *stores(void *unused) {
    count++;
    int *place = count < 9 ? &cell : 0;
    *place = 1;
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, locks_twice, 0);
    pthread_create(&second, 0, stores, 0);
    count++;
    pthread_join(first, 0);
    return 0;
}
