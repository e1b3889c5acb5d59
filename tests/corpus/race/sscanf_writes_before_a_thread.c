//@ all: safe
//@ by: explicit bmc
//@ twin: sscanf_writes_beside_a_thread
// sscanf has written what a thread reads.
#include <pthread.h>
#include <stdio.h>

static int limit;

static void *work(void *unused) { return limit > 4 ? unused : 0; }

int main(void) {
    pthread_t worker;
    sscanf("8", "%d", &limit);
    pthread_create(&worker, 0, work, 0);
    pthread_join(worker, 0);
    return 0;
}
