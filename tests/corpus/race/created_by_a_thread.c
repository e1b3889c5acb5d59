//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: created_and_joined_by_a_thread
// main joins the creator, not the thread that it created.
#include <pthread.h>

int x;

void *inner(void *unused) {
    x = 1;
    return unused;
}

void *outer(void *unused) {
    pthread_t t;
    pthread_create(&t, 0, inner, 0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, outer, 0);
    pthread_join(t, 0);
    x = 2;
    return 0;
}
