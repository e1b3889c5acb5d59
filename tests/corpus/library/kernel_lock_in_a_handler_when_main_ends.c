//@ deadlock: unknown
//@ twin: kernel_lock_in_a_handler_with_interrupts_off
// The handler waits for what it interrupts, which never goes on: main does not return.
typedef struct { int state; } spinlock_t;
void spin_lock(spinlock_t *lock);
void spin_unlock(spinlock_t *lock);
int request_irq(unsigned int number, int (*handler)(int, void *), unsigned long flags, const char *name, void *argument);

static spinlock_t lock;

static int handler(int number, void *argument)
{
    spin_lock(&lock);
    spin_unlock(&lock);
    return 1;
}

int main(void)
{
    request_irq(3, handler, 0, "device", 0);
    spin_lock(&lock);
    spin_unlock(&lock);
    return 0;
}
