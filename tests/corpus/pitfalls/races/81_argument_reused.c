//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_argument_for_each
// One structure for both threads, filled in anew for the second.
#include <pthread.h>

struct task {
    int number;
} task[2];

void *worker(void *p) {
    struct task *t = p;
    int n = t->number;
    (void)n;
    return 0;
}

int main(void) {
    pthread_t a, b;
    task[0].number = 1;
    pthread_create(&a, 0, worker, &task[0]);
    task[0].number = 2;
    pthread_create(&b, 0, worker, &task[0]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
