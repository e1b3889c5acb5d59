//@ data-race: unsafe  others: safe
//@ by: explicit bmc
//@ twin: sscanf_writes_before_a_thread
// sscanf writes what a thread reads.
#include <pthread.h>
#include <stdio.h>

static int limit;

static void *work(void *unused) { return limit > 4 ? unused : 0; }

int main(void) {
    pthread_t worker;
    pthread_create(&worker, 0, work, 0);
    sscanf("8", "%d", &limit);
    pthread_join(worker, 0);
    return 0;
}
