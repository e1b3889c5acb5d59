//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: kernel_completion_orders
// Looking whether it is complete does not wait.
#include <assert.h>
struct completion { long l[4]; };
struct task_struct;
struct task_struct *kthread_run(int (*f)(void *), void *d, const char *n, ...);
void init_completion(struct completion *c);
void complete_all(struct completion *c);
int try_wait_for_completion(struct completion *c);

static struct completion done;
static int result;

static int worker(void *d) {
    result = 1;
    complete_all(&done);
    return 0;
}

int init_module(void) {
    init_completion(&done);
    kthread_run(worker, 0, "worker");
    try_wait_for_completion(&done);
    assert(result == 1);
    return 0;
}
