//@ unsafe
//@ by: explicit bmc
// There is no fifth round.
#include <assert.h>
#include <pthread.h>


pthread_key_t key;
int rounds;

void destructor(void *value) {
    rounds++;
    pthread_setspecific(key, value);
}

void *user(void *arg) {
    pthread_setspecific(key, &rounds);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, destructor);
    pthread_create(&t, 0, user, 0);
    pthread_join(t, 0);
    assert(rounds == 5);
    return 0;
}
