//@ assertions: unsafe  data-race: unsafe  others: safe
//@ twin: created_behind_the_write
// Between two creations main does something that the first thread notices: it must not seem to start behind it.
#include <assert.h>
#include <pthread.h>
int x;
void *first(void *unused) {
    assert(x == 1);
    return 0;
}
void *second(void *unused) {
    (void)x;
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    x = 1;
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
