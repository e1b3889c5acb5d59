//@ safe
//@ by: explicit bmc
//@ twin: routine_of_once_left_by_exit
// Nobody ends inside of the routine, so it runs once.
#include <assert.h>
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int runs, leaves;

void routine(void) {
    runs++;
    assert(runs < 2);
    if (leaves) {
        pthread_exit(0);
    }
}

void *first(void *arg) {
    pthread_once(&control, routine);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    pthread_join(t, 0);
    pthread_once(&control, routine);
    return 0;
}
