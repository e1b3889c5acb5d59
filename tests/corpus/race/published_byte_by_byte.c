//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: published_byte_by_byte_and_joined
// The address of a local variable is put where another thread finds it, one byte after the other: the variable is shared.
#include <pthread.h>

static int *shared;

static void *write(void *unused) {
    *shared = 1;
    return unused;
}

int main(void) {
    int local = 0, *own = &local;
    pthread_t thread;
    for (unsigned i = 0; i < sizeof own; i++)
        ((char *)&shared)[i] = ((char *)&own)[i];
    pthread_create(&thread, 0, write, 0);
    local = 2;
    pthread_join(thread, 0);
    return 0;
}
