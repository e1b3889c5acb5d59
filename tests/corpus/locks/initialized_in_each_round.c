//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: initialized_and_destroyed_in_each_round
// The second round initializes the mutex again.
#include <pthread.h>

static pthread_mutex_t lock;
static int count;

int main(void) {
    for (int round = 0; round < 2; round++) {
        pthread_mutex_init(&lock, 0);
        pthread_mutex_lock(&lock);
        count = 1;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
