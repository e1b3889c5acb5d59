//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 66_list_popped_by_two
// One at a time.
#include <assert.h>
#include <pthread.h>

_Atomic int head = 0;
_Atomic int next[3] = {1, 2, -1};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int take(void) {
    int first = head;
    if (first < 0)
        return -1;
    int rest = next[first];
    head = rest;
    return first;
}

_Atomic int taken[3];

void *worker(void *unused) {
    pthread_mutex_lock(&m);
    int cell = take();
    pthread_mutex_unlock(&m);
    if (cell >= 0)
        taken[cell]++;
    return unused;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(taken[0] == 1 && taken[1] == 1);
    return 0;
}
