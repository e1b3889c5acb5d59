//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 40_key_deleted
// Deleted afterwards.
#include <pthread.h>

int main(void) {
    pthread_key_t key;
    pthread_key_create(&key, 0);
    pthread_setspecific(key, &key);
    pthread_key_delete(key);
    return 0;
}
