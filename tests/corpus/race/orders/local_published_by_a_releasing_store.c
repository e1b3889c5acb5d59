//@ all: safe
//@ by: explicit
//@ twin: local_published_by_a_relaxed_store
// The reader that finds the address of a local is ordered behind the write of the element.
#include <pthread.h>
#include <stdatomic.h>

int *_Atomic current;
int seen;

void *reader(void *argument) {
    int *level = atomic_load_explicit(&current, memory_order_acquire);
    if (level)
        seen = *level;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    int levels[2];
    levels[0] = 7;
    atomic_store_explicit(&current, levels, memory_order_release);
    pthread_join(thread, 0);
    return 0;
}
