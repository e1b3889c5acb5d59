//@ all: safe
//@ by: explicit bmc
//@ twin: read_or_written_in_one_branch_of_two
// Held to write in one branch and to read in the other one: nobody writes meanwhile.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int low, high;

void *writer(void *argument) {
    pthread_rwlock_wrlock(&lock);
    low = low + 1;
    high = high + 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    int writes = __VERIFIER_nondet_int();
    pthread_create(&thread, 0, writer, 0);
    if (writes) {
        pthread_rwlock_wrlock(&lock);
        low = low + 1;
        high = high + 1;
    } else {
        pthread_rwlock_rdlock(&lock);
    }
    assert(low == high);
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
