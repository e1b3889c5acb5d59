//@ assertions: unsafe  data-race: unsafe  others: safe
//@ twin: read_by_a_failing_assertion_with_the_lock
// All that the reader does is to read, and to fail: nothing comes after the access, and it has been made all the same.
#include <pthread.h>

void __VERIFIER_assert(int);

int counter;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

void *reader(void *arg) {
    __VERIFIER_assert(counter >= 2);
    return 0;
}

void *writer(void *arg) {
    pthread_mutex_lock(&guard);
    counter++;
    pthread_mutex_unlock(&guard);
    return 0;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, 0, reader, 0);
    pthread_create(&other, 0, writer, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
