//@ safe
//@ twin: seen_before_it_goes_on_for_ever
//@ by: sequential
// What stands behind a loop without an end is never done.
#include <assert.h>
#include <pthread.h>
int x;

void *worker(void *argument) {
    while (1) {
    }
    x = 1;
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    assert(x == 0);
    return 0;
}
