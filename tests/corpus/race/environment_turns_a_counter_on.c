//@ data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: environment_turns_one_side_off
// Both threads find the same in the environment.
#include <pthread.h>
#include <stdlib.h>

static int counter;

static void *work(void *unused) {
    if (getenv("COUNT")) counter = 1;
    return unused;
}

int main(void) {
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    if (getenv("COUNT")) counter = 2;
    pthread_join(worker, 0);
    return 0;
}
