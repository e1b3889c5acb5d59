//@ deadlock: unsafe  others: safe
//@ twin: waits_beside_a_loop_and_an_invalid_access
//@ by: explicit
// A thread waits for its own mutex for ever. The second thread polls a flag that the third one raises, and then makes a valid
// access: two threads wait for ever.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int flag;
static int cell;
static int *place = &cell;

static void *locks_twice(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    return unused;
}

static void *polls(void *unused) {
    while (!flag) {
    }
    *place = 1;
    return unused;
}

static void *raises(void *unused) {
    flag = 1;
    return unused;
}

int main(void) {
    pthread_t first, second, third;
    pthread_create(&first, 0, locks_twice, 0);
    pthread_create(&second, 0, polls, 0);
    pthread_create(&third, 0, raises, 0);
    pthread_join(first, 0);
    return 0;
}
