//@ data-race: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: joined_id_copied_after
// The id is copied before the thread is created: the join waits for nobody.
#include <pthread.h>

int x;
pthread_t id, copy;

void *writer(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    copy = id;
    pthread_create(&id, 0, writer, 0);
    pthread_join(copy, 0);
    return x;
}
