//@ all: safe
//@ by: explicit
//@ domain: 0 1
//@ twin: owner_of_a_plain_mutex_ends
// The wait for the mutex ends with its owner.
#include <pthread.h>

static pthread_mutex_t lock;
static int value;

static void *ends(void *argument) {
    if (pthread_mutex_lock(&lock)) pthread_mutex_consistent(&lock);
    value++;
    return 0;
}

int main(void) {
    pthread_mutexattr_t attribute;
    pthread_mutexattr_init(&attribute);
    pthread_mutexattr_setrobust(&attribute, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attribute);
    pthread_t one, other;
    pthread_create(&one, 0, ends, 0);
    pthread_create(&other, 0, ends, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}
