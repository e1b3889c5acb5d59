//@ all: safe
//@ by: explicit bmc
//@ twin: once_control_assigned
// A once control runs the routine once.
#include <assert.h>
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int count;

void counts(void) {
    count++;
}

int main(void) {
    pthread_once(&control, counts);
    pthread_once(&control, counts);
    assert(count == 1);
    return 0;
}
