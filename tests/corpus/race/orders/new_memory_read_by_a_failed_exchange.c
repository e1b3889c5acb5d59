//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: new_memory_published_by_a_releasing_store
// The exchange that fails reads the address of new memory with its weaker order.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings {
    int level;
};

_Atomic(struct settings *) current;
int seen;

void *reader(void *argument) {
    struct settings *settings = 0;
    if (!atomic_compare_exchange_strong_explicit(&current, &settings, 0, memory_order_acquire, memory_order_relaxed))
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
