//@ assertions: unsafe  others: safe
//@ by: explicit bmc
//@ twin: once_control_kept
// A once control that is assigned its initializer runs the routine again.
#include <assert.h>
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int count;

void counts(void) {
    count++;
}

int main(void) {
    pthread_once(&control, counts);
    control = PTHREAD_ONCE_INIT;
    pthread_once(&control, counts);
    assert(count == 1);
    return 0;
}
