//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 17_escaped_through_structure
// Both pointers lead to the same object, which main leaves alone.
#include <assert.h>
#include <pthread.h>

struct task {
    int *in;
    int *out;
};

void *worker(void *p) {
    struct task *task = p;
    *task->out = *task->in + 1;
    return 0;
}

int main(void) {
    pthread_t t;
    int in = 1, out = 0;
    struct task task = {&in, &in};
    pthread_create(&t, 0, worker, &task);
    out = 5;
    pthread_join(t, 0);
    assert(out == 5);
    return 0;
}
