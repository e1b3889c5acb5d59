//@ safe
//@ by: compositional
//@ twin: visits_begin_with_more
// Five are there before anybody comes, ten may come, and the host adds one, too.
#include <assert.h>
#include <pthread.h>
int visits;
void *visitor(void *unused) {
    int before = visits;
    visits = before + 1;
    return unused;
}
int main(void) {
    pthread_t t;
    visits = 5;
    for (int i = 0; i < 10; i++)
        pthread_create(&t, 0, visitor, 0);
    int before = visits;
    visits = before + 1;
    assert(visits <= 16);
    return 0;
}
