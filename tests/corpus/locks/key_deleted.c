//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: key_in_use
// A deleted key is used.
#include <assert.h>
#include <pthread.h>


pthread_key_t key;

int main(void) {
    pthread_key_create(&key, 0);
    pthread_key_delete(key);
    pthread_setspecific(key, &key);
    return 0;
}
