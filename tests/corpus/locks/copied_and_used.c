//@ locks: unsafe  others: safe
//@ by: explicit bmc
//@ twin: copied_and_initialized
// A copy of a structure with a mutex in it: the copy of the mutex must not be used (POSIX 2.9.9).
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t mutex;
    int balance;
} first = { PTHREAD_MUTEX_INITIALIZER, 1 }, second;

int main(void) {
    pthread_mutex_lock(&first.mutex);
    second = first;
    pthread_mutex_unlock(&first.mutex);
    pthread_mutex_lock(&second.mutex);
    assert(second.balance == 1);
    pthread_mutex_unlock(&second.mutex);
    return 0;
}
