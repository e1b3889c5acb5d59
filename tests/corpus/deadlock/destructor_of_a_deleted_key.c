//@ unsafe
//@ property: deadlock
// The destructor that waits for the lock was called before the key was deleted.
#include <pthread.h>

pthread_key_t key;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

void destructor(void *value) {
    pthread_mutex_lock(&guard);
    pthread_mutex_unlock(&guard);
}

void *thread(void *arg) {
    int local = 0;
    pthread_setspecific(key, &key);
    int *address = &local;
    return *address ? arg : 0;
}

int main(void) {
    pthread_t id;
    pthread_key_create(&key, destructor);
    pthread_create(&id, 0, thread, 0);
    pthread_key_delete(key);
    pthread_mutex_lock(&guard);
    pthread_join(id, 0);
    return 0;
}
