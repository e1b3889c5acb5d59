//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: changed_by_who_is_read_least_to_something_else
// One thread is read from twice as much as the other, and that one changes what is looked at twice.
#include <assert.h>
#include <pthread.h>
int x, y, z, result;
void *looks(void *unused) {
    assert(result != 2);
    return 0;
}
void *takes(void *unused) {
    int both = y + z;
    if (x == 1)
        result = x + 0 * both;
    return 0;
}
void *writes(void *unused) {
    y = 1;
    z = 1;
    return 0;
}
void *changes(void *unused) {
    x = 1;
    x = 2;
    return 0;
}
int main(void) {
    pthread_t a, b, c, d;
    pthread_create(&a, 0, looks, 0);
    pthread_create(&b, 0, takes, 0);
    pthread_create(&c, 0, writes, 0);
    pthread_create(&d, 0, changes, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    pthread_join(d, 0);
    return 0;
}
