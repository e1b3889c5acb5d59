//@ unsafe
//@ by: explicit bmc
//@ twin: spins_and_shows_a_count_that_stays
// Each exchange that fails is counted in a local, which others may reach only once an exchange succeeds: until then it is the
// thread's own, and no iteration leaves it as it was.
#include <assert.h>
#include <pthread.h>

int f, *shown;

void *worker(void *unused) {
    int count = 0, again = 0, is_mine;
    do {
        if (count < 5) {
            count++;
        }
        is_mine = __sync_bool_compare_and_swap(&f, 0, 1);
        if (again && is_mine) {
            shown = &count;
        }
        again = 1;
    } while (!is_mine);
    assert(count != 3);
    shown = 0;
    __sync_lock_release(&f);
    return 0;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    worker(0);
    pthread_join(a, 0);
}
