//@ memory: unsafe
//@ by: bmc
//@ twin: inside_by_a_pointer
//@ domain: 0 1
// The second thread has the part behind the last one.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct part { int id, cells[4]; };

static void fill(int *cells, int n) {
    for (int i = 0; i < n; i++)
        cells[i] = i;
}

void *work(void *argument) {
    struct part *part = argument;
    for (;;) {
        fill(part->cells, 4);
        if (__VERIFIER_nondet_int())
            return 0;
    }
}

int main(void) {
    pthread_t ids[2];
    struct part parts[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&ids[i], 0, work, &parts[i + 1]);
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], 0);
    return 0;
}
