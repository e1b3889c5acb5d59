//@ all: safe
//@ by: explicit
//@ twin: kernel_interrupt_waits_for_its_victim
// No interrupt comes while the lock is held.
typedef struct { int v; } spinlock_t;
void spin_lock(spinlock_t *l);
void spin_unlock(spinlock_t *l);
void spin_lock_irqsave(spinlock_t *l, unsigned long flags);
void spin_unlock_irqrestore(spinlock_t *l, unsigned long flags);
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
    spin_lock_irqsave(&lock, 0);
    count = 0;
    spin_unlock_irqrestore(&lock, 0);
    return 0;
}

module_init(start);
