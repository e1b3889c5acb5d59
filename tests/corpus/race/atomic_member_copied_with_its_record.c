//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: atomic_member_read_by_its_name
// The assignment reads the record, which is no atomic object.
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
    struct state copy = state;
    pthread_join(thread, 0);
    return copy.limit;
}
