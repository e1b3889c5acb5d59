//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: keys_are_enough
// There is no 1025th key.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_key_t key;
    for (int i = 0; i < 1025; i++) {
        assert(pthread_key_create(&key, 0) == 0);
    }
    return 0;
}
