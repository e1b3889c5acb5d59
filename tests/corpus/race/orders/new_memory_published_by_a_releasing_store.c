//@ all: safe
//@ by: explicit
//@ twin: new_memory_published_by_a_relaxed_store
// The reader that finds the address of new memory is ordered behind the write of the member.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings {
    int level;
};

_Atomic(struct settings *) current;
int seen;

void *reader(void *argument) {
    struct settings *settings = atomic_load_explicit(&current, memory_order_acquire);
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
