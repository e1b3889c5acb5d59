//@ safe
//@ twin: local_is_published
//@ by: compositional
// The address of a local goes to nobody else.
#include <assert.h>
#include <pthread.h>
static void set(int *target, int value) {
    *target = value;
}
void *worker(void *unused) {
    int own = 0;
    set(&own, 2);
    assert(own == 2);
    return 0;
}
int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
