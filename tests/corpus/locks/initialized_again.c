//@ locks: unsafe  others: safe
//@ by: explicit
//@ twin: initialized_after_its_end
// An initialized one must not.
#include <assert.h>
#include <pthread.h>


pthread_mutex_t m;

int main(void) {
    pthread_mutex_init(&m, 0);
    
    pthread_mutex_init(&m, 0);
    return 0;
}
