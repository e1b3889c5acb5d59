//@ all: safe
//@ by: explicit
//@ twin: initialized_again
// A destroyed mutex may be initialized again.
#include <assert.h>
#include <pthread.h>


pthread_mutex_t m;

int main(void) {
    pthread_mutex_init(&m, 0);
    pthread_mutex_destroy(&m);
    pthread_mutex_init(&m, 0);
    return 0;
}
