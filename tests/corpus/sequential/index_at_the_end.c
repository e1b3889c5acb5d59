//@ safe
//@ twin: index_behind_the_end
//@ by: explicit bmc sequential compositional
// The last cell of the array, and a worker that reads the other one.
#include <assert.h>
#include <pthread.h>

int cells[2];

void *worker(void *unused) {
    assert(cells[0] == 0);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    cells[1] = 1;
    return 0;
}
