//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: modular
//@ twin: changes_where_it_stands_never_so_far
// Who counts in a loop comes back to where it stood, with another number.
#include <assert.h>
#include <pthread.h>
int x, result;
void *looks(void *unused) {
    assert(result != 2);
    return 0;
}
void *takes(void *unused) {
    if (x == 1)
        result = x;
    return 0;
}
void *counts(void *unused) {
    for (int i = 0; i < 2; i++)
        x = x + 1;
    return 0;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, looks, 0);
    pthread_create(&b, 0, takes, 0);
    pthread_create(&c, 0, counts, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
