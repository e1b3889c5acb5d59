//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: updates_of_one_object
// Read-modify-writes of different objects do not order each other, though each is indivisible.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int x, y;

void *writer(void *unused) {
    data = 1;
    atomic_fetch_add(&x, 1);
    return unused;
}

void *reader(void *unused) {
    atomic_fetch_add(&y, 1);
    data = 2;
    return unused;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, writer, 0);
    pthread_create(&u, 0, reader, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
