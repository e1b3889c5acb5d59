//@ all: safe
//@ by: explicit
//@ twin: kernel_spin_lock_in_one_thread
// A module: execution starts in init_module, and its threads go on behind it.
typedef struct { int v; } spinlock_t;
struct task_struct;
void spin_lock(spinlock_t *l);
void spin_unlock(spinlock_t *l);
struct task_struct *kthread_run(int (*f)(void *), void *d, const char *n, ...);
void kfree(const void *memory);
void *kzalloc(unsigned long size, unsigned flags);

static spinlock_t lock;
static int *counter;

static int worker(void *d) {
    spin_lock(&lock);
    ++*counter;
    spin_unlock(&lock);
    return 0;
}

int init_module(void) {
    counter = kzalloc(sizeof *counter, 0);
    kthread_run(worker, 0, "worker/%d", 1);
    spin_lock(&lock);
    *counter = 0;
    spin_unlock(&lock);
    return 0;
}
