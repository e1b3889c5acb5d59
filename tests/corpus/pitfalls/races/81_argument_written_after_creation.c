//@ data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 81_argument_written_before_creation
// The argument is filled in when the thread may already read it.
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
    pthread_create(&t, 0, worker, &task);
    task.number = 1;
    pthread_join(t, 0);
    return 0;
}
