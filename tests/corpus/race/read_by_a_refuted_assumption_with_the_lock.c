//@ safe
//@ twin: read_by_a_refuted_assumption_without_a_lock
// The reader has the lock of the writer.
#include <pthread.h>

void __VERIFIER_assume(int);

int counter;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

void *reader(void *arg) {
    pthread_mutex_lock(&guard);
    __VERIFIER_assume(counter >= 2);
    pthread_mutex_unlock(&guard);
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
