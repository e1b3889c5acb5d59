//@ unsafe
//@ twin: goes_on_for_ever_before_it_is_seen
//@ by: sequential
// What a thread wrote before a loop without an end is seen.
#include <assert.h>
#include <pthread.h>
int x;

void *worker(void *argument) {
    x = 1;
    while (1) {
    }
    return argument;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    assert(x == 0);
    return 0;
}
