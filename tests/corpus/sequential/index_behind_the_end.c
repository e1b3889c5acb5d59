//@ unsafe
//@ twin: index_at_the_end
//@ by: explicit bmc sequential compositional
// A constant index behind the end of the array ends the execution: the thread that was created before may run before that.
#include <assert.h>
#include <pthread.h>

int cells[2];

void *worker(void *unused) {
    assert(cells[0] == 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    cells[2] = 1;
    return 0;
}
