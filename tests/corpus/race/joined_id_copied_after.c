//@ all: safe
//@ by: explicit
//@ twin: joined_id_copied_before
// The id is copied after the thread was created.
#include <pthread.h>

int x;
pthread_t id, copy;

void *writer(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_create(&id, 0, writer, 0);
    copy = id;
    pthread_join(copy, 0);
    return x;
}
