//@ all: safe
//@ by: explicit
//@ twin: keys_are_too_few
// A process has 1024 keys.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_key_t key;
    for (int i = 0; i < 1024; i++) {
        assert(pthread_key_create(&key, 0) == 0);
    }
    return 0;
}
