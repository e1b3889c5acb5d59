//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: new_memory_published_by_a_releasing_store
// A read that does not acquire learns the address of new memory, and is ordered behind nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings {
    int level;
};

_Atomic(struct settings *) current;
int seen;

void *reader(void *argument) {
    struct settings *settings = atomic_load_explicit(&current, memory_order_relaxed);
    if (settings)
        seen = settings->level;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    struct settings *settings = malloc(sizeof *settings);
    settings->level = 7;
    atomic_store_explicit(&current, settings, memory_order_release);
    pthread_join(thread, 0);
    free(settings);
    return 0;
}
