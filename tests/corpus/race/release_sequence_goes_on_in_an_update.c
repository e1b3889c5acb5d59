//@ all: safe
//@ twin: release_sequence_ends_at_another_store
//@ by: explicit
// The second thread changes the flag by a relaxed update, which belongs to the release sequence of the first thread (C11 5.1.2.4):
// main acquires what the first thread released.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int cell;

static void *writes(void *unused) {
    cell = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

static void *passes_on(void *unused) {
    if (atomic_load_explicit(&flag, memory_order_relaxed) == 1) {
        atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
    }
    return unused;
}

int main(void) {
    pthread_t writer, second;
    pthread_create(&writer, 0, writes, 0);
    pthread_create(&second, 0, passes_on, 0);
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2) {
        cell = 2;
    }
    return 0;
}
