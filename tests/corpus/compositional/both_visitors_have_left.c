//@ unsafe
//@ by: bmc explicit sequential compositional
//@ twin: no_third_visitor_was_there
// Who has left has added one: of those who are seen to have ended nothing is ahead.
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
    assert(visits <= 1);
    return 0;
}
