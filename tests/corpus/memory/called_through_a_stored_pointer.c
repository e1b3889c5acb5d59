//@ memory: safe
//@ by: static
//@ twin: called_through_a_null_pointer
// A pointer in memory leads to a function that is called.
#include <pthread.h>

static int calls;

static void count(void) {
    calls = 1;
}

static void (*hook)(void);

static void *work(void *unused) {
    void (*called)(void) = hook;
    if (called)
        called();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    hook = count;
    pthread_join(thread, 0);
    return 0;
}
