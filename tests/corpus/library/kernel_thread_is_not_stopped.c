//@ memory: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: kernel_thread_is_stopped_before_the_end
// The memory is freed while the thread may still use it.
struct task_struct;
struct task_struct *kthread_run(int (*f)(void *), void *d, const char *n, ...);
int kthread_stop(struct task_struct *t);
int kthread_should_stop(void);
void kfree(const void *memory);
void *kmalloc(unsigned long size, unsigned flags);

static struct task_struct *thread;
static int *data;

static int worker(void *d) {
    while (!kthread_should_stop())
        *data = 1;
    return 0;
}

int init_module(void) {
    data = kmalloc(sizeof *data, 0);
    thread = kthread_run(worker, 0, "worker");
    return 0;
}

void cleanup_module(void) {
    kfree(data);
    kthread_stop(thread);
}
