//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 86_alias_through_table_of_another
// The pointer comes out of a table.
#include <assert.h>
#include <pthread.h>

int g, other;
int *table[2] = {&other, &g};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    pthread_mutex_lock(&m);
    g = 1;
    g = 2;
    pthread_mutex_unlock(&m);
    return unused;
}

void *second(void *p) {
    assert(*(int *)p != 1);
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, table[1]);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
