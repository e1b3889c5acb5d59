//@ unsafe
//@ by: explicit
//@ twin: routine_of_once_not_left
// Who ends inside of the routine makes the control unused again: the other runs it once more.
#include <assert.h>
#include <pthread.h>

pthread_once_t control = PTHREAD_ONCE_INIT;
int runs, leaves = 1;

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
