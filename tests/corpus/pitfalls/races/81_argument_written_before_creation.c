//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_argument_written_after_creation
// Before.
#include <pthread.h>

struct task {
    int number;
} task;

void *worker(void *p) {
    struct task *t = p;
    int n = t->number;
    (void)n;
    return 0;
}

int main(void) {
    pthread_t t;
    task.number = 1;
    pthread_create(&t, 0, worker, &task);
    pthread_join(t, 0);
    return 0;
}
