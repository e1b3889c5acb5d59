//@ assertions: unsafe  data-race: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 17_other_member_escaped
// The address is stored in a structure on the stack, whose address is the argument.
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
    struct task task = {&in, &out};
    pthread_create(&t, 0, worker, &task);
    out = 5;
    pthread_join(t, 0);
    assert(out == 5);
    return 0;
}
