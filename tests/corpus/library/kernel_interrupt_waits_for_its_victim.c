//@ deadlock: unsafe
//@ by: explicit
//@ twin: kernel_interrupt_disabled_under_the_lock
// The interrupt comes while the lock is held: what it interrupts never unlocks.
typedef struct { int v; } spinlock_t;
void spin_lock(spinlock_t *l);
void spin_unlock(spinlock_t *l);
int request_irq(unsigned irq, int (*handler)(int, void *), unsigned long flags, const char *name, void *dev);

static spinlock_t lock;
static int count, dev;

static int handler(int irq, void *d) {
    spin_lock(&lock);
    count = 1;
    spin_unlock(&lock);
    return 1;
}

static int start(void) {
    if (request_irq(5, handler, 0, "dev", &dev))
        return -1;
    spin_lock(&lock);
    count = 0;
    spin_unlock(&lock);
    return 0;
}

module_init(start);
