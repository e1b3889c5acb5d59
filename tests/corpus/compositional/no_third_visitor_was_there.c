//@ safe
//@ by: bmc explicit sequential compositional
//@ twin: both_visitors_have_left
// Two visitors add one each, or one of them overwrites what the other added.
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
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, visitor, 0);
    assert(visits <= 2);
    return 0;
}
