//@ all: safe
//@ by: explicit bmc
//@ twin: copied_and_used
// A copy of a structure with a mutex in it may be looked at, and the mutex in it is another one once it is initialized.
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
    struct account seen = first;
    assert(seen.balance == 1);
    pthread_mutex_init(&second.mutex, 0);
    pthread_mutex_lock(&second.mutex);
    assert(second.balance == 1);
    pthread_mutex_unlock(&second.mutex);
    return 0;
}
