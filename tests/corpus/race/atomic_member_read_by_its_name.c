//@ all: safe
//@ by: explicit
//@ twin: atomic_member_copied_with_its_record
// Each member is read by its name, the atomic one atomically.
#include <pthread.h>
#include <stdatomic.h>

struct state {
    atomic_int count;
    int limit;
};

struct state state;

void *counter(void *argument) {
    state.count = 1;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, counter, 0);
    struct state copy = {state.count, state.limit};
    pthread_join(thread, 0);
    return copy.limit;
}
