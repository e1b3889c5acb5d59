//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: zephyr_mutex_in_both_threads
// Only the other thread locks the mutex.
#include <assert.h>
typedef struct { long ticks; } k_timeout_t;
typedef struct { int key; } k_spinlock_key_t;
struct k_thread { int x[4]; };
struct k_mutex { int x; };
struct k_sem { int x; };
struct k_msgq { char x[40]; };
struct k_spinlock { int x; };
void *k_thread_create(struct k_thread *t, char *stack, unsigned long size, void (*entry)(void *, void *, void *), void *a, void *b, void *c,
                      int priority, unsigned options, k_timeout_t delay);
int k_thread_join(struct k_thread *t, k_timeout_t timeout);
int k_mutex_init(struct k_mutex *m);
int k_mutex_lock(struct k_mutex *m, k_timeout_t timeout);
int k_mutex_unlock(struct k_mutex *m);
k_spinlock_key_t k_spin_lock(struct k_spinlock *l);
void k_spin_unlock(struct k_spinlock *l, k_spinlock_key_t key);
int k_sem_init(struct k_sem *s, unsigned count, unsigned limit);
int k_sem_take(struct k_sem *s, k_timeout_t timeout);
void k_sem_give(struct k_sem *s);
void k_msgq_init(struct k_msgq *q, char *buffer, unsigned long size, unsigned n);
int k_msgq_put(struct k_msgq *q, const void *message, k_timeout_t timeout);
int k_msgq_get(struct k_msgq *q, void *message, k_timeout_t timeout);
#define K_FOREVER ((k_timeout_t){-1})
#define K_NO_WAIT ((k_timeout_t){0})

static struct k_thread thread;
static struct k_mutex mutex;
static struct k_sem semaphore;
static struct k_spinlock lock;
static struct k_msgq queue;
static char stack[64], buffer[4];
static int under_mutex, under_lock;

static void change(int value) {
    k_mutex_lock(&mutex, K_FOREVER);
    under_mutex = value;
    k_mutex_unlock(&mutex);
    k_spinlock_key_t key = k_spin_lock(&lock);
    under_lock = value;
    k_spin_unlock(&lock, key);
}

static void entry(void *a, void *b, void *c) {
    int message = 5;
    k_mutex_lock(&mutex, K_FOREVER);
    change(1);
    k_mutex_unlock(&mutex);
    k_msgq_put(&queue, &message, K_FOREVER);
    k_sem_give(&semaphore);
    k_sem_give(&semaphore);
}

int main(void) {
    int message = 0;
    k_mutex_init(&mutex);
    k_sem_init(&semaphore, 0, 1);
    k_msgq_init(&queue, buffer, sizeof message, 1);
    k_thread_create(&thread, stack, sizeof stack, entry, 0, 0, 0, 1, 0, K_NO_WAIT);
    under_mutex = 2;
    k_msgq_get(&queue, &message, K_FOREVER);
    k_thread_join(&thread, K_FOREVER);
    assert(message == 5 && k_sem_take(&semaphore, K_NO_WAIT) == 0 && k_sem_take(&semaphore, K_NO_WAIT) != 0);
    under_mutex = 3;
    return 0;
}
