//@ safe
//@ by: explicit
//@ twin: spins_and_shows_its_count
// The count stays at two.
#include <assert.h>
#include <pthread.h>

int f, *shown;

void *worker(void *unused) {
    int count = 0, again = 0, is_mine;
    do {
        if (count < 2) {
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
