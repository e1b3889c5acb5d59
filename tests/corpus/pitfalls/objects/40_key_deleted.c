//@ locks: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 40_key_not_deleted
// A deleted key is none.
#include <pthread.h>

int main(void) {
    pthread_key_t key;
    pthread_key_create(&key, 0);
    pthread_key_delete(key);
    pthread_setspecific(key, &key);
    return 0;
}
