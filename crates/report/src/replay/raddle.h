/*
 * What program.c sees of the replay: macros that ask the runtime (raddle.c) before and after each step that the trace may list,
 * and the library of the program, which is the runtime, too. The program includes no other header.
 */
#ifndef RADDLE_H
#define RADDLE_H

/* The thread stands before a point (a number in the table of schedule.c) and waits there for its turn; it is done with it. */
void raddle_at(int point);
void raddle_done(void);

/* A step, and a value inside of something larger. */
#define STEP(point, ...) ({ raddle_at(point); __VA_ARGS__; raddle_done(); })
#define VALUE(point, type, ...)                             \
    ({                                                      \
        raddle_at(point);                                   \
        __typeof__(type) raddle_value = (__VA_ARGS__);      \
        raddle_done();                                      \
        raddle_value;                                       \
    })

/* What the trace chooses an uninitialized object to hold. */
void raddle_choose(void *place, int size);
#define CHOOSE(place) raddle_choose(&(place), sizeof(place))

/* An assertion, and an assumption. */
void raddle_fail(int point);
void __VERIFIER_assume(int condition);
#define ASSERT(point, condition) ((condition) ? (void)0 : raddle_fail(point))

/* Inputs and whatever else nothing in the program determines: the values of the trace, in its order. */
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
__int128 __VERIFIER_nondet_int128(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void *__VERIFIER_nondet_pointer(void);

/* Memory. */
void *memmove(void *target, const void *origin, unsigned long size);
void *memset(void *target, int byte, unsigned long size);
void *raddle_malloc(unsigned long size, int is_zeroed);
void raddle_free(void *start);
unsigned long __raddle_allocation_size(void *start);
#define malloc(size) raddle_malloc(size, 0)
#define calloc(count, size) raddle_malloc((unsigned long)(count) * (size), 1)
#define free(start) raddle_free((void *)(start))
/* Streams and mappings are memory that is given back by a function of its own. */
#define __raddle_open(size) raddle_malloc(size, 1)
#define __raddle_close(stream) raddle_free(stream)
#define __raddle_map(size) raddle_malloc(size, 0)
#define __raddle_map_zeros(size) raddle_malloc(size, 1)
#define __raddle_map_constant(size) raddle_malloc(size, 0)
#define __raddle_map_constant_zeros(size) raddle_malloc(size, 1)
#define __raddle_size_of_mapping(address) __raddle_allocation_size(address)
#define __raddle_unmap(address) raddle_free(address)

/* The ends of the program that have no model, and those of the process. */
void __raddle_unsupported(const char *what);
void raddle_stop(void);
#define exit(code) raddle_stop()

/* Threads. Ids are small numbers, as large as the program thinks that they are. */
#ifdef RADDLE_HAS_SHORT_LONG
typedef unsigned int pthread_t;
#else
typedef unsigned long pthread_t;
#endif
int raddle_create(void *id, int id_size, int is_detached, void *(*start)(void *), void *argument);
int raddle_join(unsigned long id, void **value);
int raddle_join_number(unsigned long id, int *value);
unsigned long raddle_self(void);
void raddle_exit(void *value);
int raddle_detach(unsigned long id);
int __raddle_thread_test_end(unsigned long id);
int raddle_cancel(unsigned long id);
int __raddle_test_cancel(void);
int __raddle_set_cancel_state(int state);
int __raddle_cleanup_push(void (*routine)(void *), void *argument);
int __raddle_become_child(void);
int __raddle_cleanup_pop(void);
#define pthread_create(id, attributes, start, argument) raddle_create(id, sizeof(pthread_t), 0, start, argument)
#define __raddle_create(id, state, start, argument) raddle_create(id, sizeof(pthread_t), state, start, argument)
#define pthread_join(id, value) raddle_join((unsigned long)(id), value)
#define thrd_join(id, value) raddle_join_number((unsigned long)(id), value)
#define pthread_self() ((pthread_t)raddle_self())
#define pthread_exit(value) raddle_exit(value)
#define pthread_detach(id) raddle_detach((unsigned long)(id))
#define pthread_cancel(id) raddle_cancel((unsigned long)(id))

/* Synchronization objects. The bytes that the program has for them stay as they are: the real ones lie in the runtime. */
int __raddle_mutex_init(void *mutex, int kind);
int raddle_mutex_destroy(void *mutex);
int raddle_mutex_lock(void *mutex);
int raddle_mutex_trylock(void *mutex);
int raddle_mutex_timedlock(void *mutex);
int raddle_mutex_unlock(void *mutex);
#define pthread_mutex_init(mutex, attributes) __raddle_mutex_init(mutex, 0)
#define pthread_mutex_destroy(mutex) raddle_mutex_destroy(mutex)
#define pthread_mutex_lock(mutex) raddle_mutex_lock(mutex)
#define pthread_mutex_trylock(mutex) raddle_mutex_trylock(mutex)
#define pthread_mutex_timedlock(mutex, deadline) raddle_mutex_timedlock(mutex)
#define pthread_mutex_unlock(mutex) raddle_mutex_unlock(mutex)

/* A wait for a condition is three steps, as in the trace: the mutex is released, the thread is woken, the mutex is locked. */
int raddle_condition_init(void *condition);
int raddle_condition_destroy(void *condition);
int __raddle_condition_release(void *condition, void *mutex);
int __raddle_condition_wake(void *condition, void *mutex);
int __raddle_condition_timed_wake(void *condition, void *mutex);
int raddle_condition_signal(void *condition);
int raddle_condition_broadcast(void *condition);
#define pthread_cond_init(condition, attributes) raddle_condition_init(condition)
#define pthread_cond_destroy(condition) raddle_condition_destroy(condition)
#define pthread_cond_signal(condition) raddle_condition_signal(condition)
#define pthread_cond_broadcast(condition) raddle_condition_broadcast(condition)

int raddle_rwlock_init(void *lock);
int raddle_rwlock_destroy(void *lock);
int raddle_rwlock_lock(void *lock, int is_write);
int raddle_rwlock_trylock(void *lock, int is_write, int is_timed);
int raddle_rwlock_unlock(void *lock);
#define pthread_rwlock_init(lock, attributes) raddle_rwlock_init(lock)
#define pthread_rwlock_destroy(lock) raddle_rwlock_destroy(lock)
#define pthread_rwlock_rdlock(lock) raddle_rwlock_lock(lock, 0)
#define pthread_rwlock_tryrdlock(lock) raddle_rwlock_trylock(lock, 0, 0)
#define pthread_rwlock_timedrdlock(lock, deadline) raddle_rwlock_trylock(lock, 0, 1)
#define pthread_rwlock_wrlock(lock) raddle_rwlock_lock(lock, 1)
#define pthread_rwlock_trywrlock(lock) raddle_rwlock_trylock(lock, 1, 0)
#define pthread_rwlock_timedwrlock(lock, deadline) raddle_rwlock_trylock(lock, 1, 1)
#define pthread_rwlock_unlock(lock) raddle_rwlock_unlock(lock)

int raddle_spin_init(volatile void *lock);
int raddle_spin_destroy(volatile void *lock);
int raddle_spin_lock(volatile void *lock);
int raddle_spin_trylock(volatile void *lock);
int raddle_spin_unlock(volatile void *lock);
#define pthread_spin_init(lock, shared) raddle_spin_init(lock)
#define pthread_spin_destroy(lock) raddle_spin_destroy(lock)
#define pthread_spin_lock(lock) raddle_spin_lock(lock)
#define pthread_spin_trylock(lock) raddle_spin_trylock(lock)
#define pthread_spin_unlock(lock) raddle_spin_unlock(lock)

int __raddle_barrier_init(void *barrier, unsigned int count);
int raddle_barrier_destroy(void *barrier);
int __raddle_barrier_arrive(void *barrier);
int __raddle_barrier_leave(void *barrier);
#define pthread_barrier_destroy(barrier) raddle_barrier_destroy(barrier)

int __raddle_once_begin(void *control);
int __raddle_once_end(void *control);

unsigned int __raddle_key_create(void (*destructor)(void *));
int raddle_key_delete(unsigned int key);
void *raddle_key_get(unsigned int key);
int raddle_key_set(unsigned int key, const void *value);
#define pthread_key_delete(key) raddle_key_delete(key)
#define pthread_getspecific(key) raddle_key_get(key)
#define pthread_setspecific(key, value) raddle_key_set(key, value)

int __raddle_semaphore_init(void *semaphore, unsigned int value);
int __raddle_semaphore_destroy(void *semaphore);
int __raddle_semaphore_wait(void *semaphore);
int __raddle_semaphore_try_wait(void *semaphore);
int __raddle_semaphore_timed_wait(void *semaphore);
int __raddle_semaphore_post(void *semaphore);
int __raddle_semaphore_get_value(void *semaphore);

/* Atomic sections. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#endif
