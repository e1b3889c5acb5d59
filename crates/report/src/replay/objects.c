/*
 * The synchronization objects of the program: those of the system, at the turns and with the outcomes of the trace.
 *
 * The real object of each lock lies here, in a table by the address that the program has for it, so that neither its size nor
 * its layout matter. Waits for conditions, barriers and once controls are made of steps that the system has no calls for: their
 * states are kept here.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

enum family { MUTEX, READ_WRITE, SPIN, SEMAPHORE, CONDITION, BARRIER, ONCE };

struct object {
    enum family family;
    void *address;
    int kind;                   /* of a mutex: 0 normal, 1 recursive, 2 error-checking */
    int is_initialized;         /* by a call */
    int is_destroyed;
    int owner, count;           /* who has it (-1: nobody; of a once control who runs the routine), and how often */
    int readers;
    int expected, arrived;      /* of a barrier */
    union {
        pthread_mutex_t mutex;
        pthread_rwlock_t read_write;
        pthread_spinlock_t spin;
        sem_t semaphore;
    } real;
    struct object *next;
};

static struct object *objects;
static int is_busy;

void raddle_enter(void)
{
    int turns = 0;
    while (__atomic_exchange_n(&is_busy, 1, __ATOMIC_ACQUIRE)) raddle_nap(&turns);
}

void raddle_leave(void) { __atomic_store_n(&is_busy, 0, __ATOMIC_RELEASE); }

/* ---- objects ---- */

static struct object *find(enum family family, void *address)
{
    raddle_enter();
    struct object *object = objects;
    while (object && !(object->address == address && object->family == family)) object = object->next;
    raddle_leave();
    return object;
}

static void make_real(struct object *object, int value)
{
    pthread_mutexattr_t attributes;
    switch (object->family) {
    case MUTEX:
        pthread_mutexattr_init(&attributes);
        pthread_mutexattr_settype(&attributes,
            object->kind == 1 ? PTHREAD_MUTEX_RECURSIVE : object->kind == 2 ? PTHREAD_MUTEX_ERRORCHECK : PTHREAD_MUTEX_NORMAL);
        pthread_mutex_init(&object->real.mutex, &attributes);
        break;
    case READ_WRITE: pthread_rwlock_init(&object->real.read_write, 0); break;
    case SPIN: pthread_spin_init(&object->real.spin, 0); break;
    case SEMAPHORE: sem_init(&object->real.semaphore, 0, value); break;
    case CONDITION: case BARRIER: case ONCE: break;
    }
}

int __asan_address_is_poisoned(const void *address) __attribute__((weak));

/* The object at an address: as a call made it, or as its bytes say. */
static struct object *at(enum family family, void *address)
{
    if (raddle_violation == 'M' && raddle_is_last() && __asan_address_is_poisoned && __asan_address_is_poisoned(address))
        raddle_reproduced("the object of this call lies in memory that is not alive");
    struct object *object = find(family, address);
    if (object) return object;
    object = calloc(1, sizeof *object);
    object->family = family;
    object->address = address;
    object->owner = -1;
    object->expected = 1;
    if (family == MUTEX) object->kind = *(int *)((char *)address + raddle_kind_offset) & 3;
    make_real(object, 0);
    raddle_enter();
    object->next = objects;
    objects = object;
    raddle_leave();
    return object;
}

/* An initializing call: the object begins anew. */
static struct object *anew(enum family family, void *address, int kind, int value)
{
    struct object *object = at(family, address);
    object->kind = kind;
    object->is_initialized = 1;
    object->is_destroyed = 0;
    object->owner = -1;
    object->count = object->readers = object->arrived = 0;
    make_real(object, value);
    return object;
}

/* Forgets what lies in memory that is given back. */
void raddle_forget(void *start, unsigned long size)
{
    raddle_enter();
    for (struct object **link = &objects; *link; ) {
        if ((char *)(*link)->address - (char *)start < (long)size && (*link)->address >= start) *link = (*link)->next;
        else link = &(*link)->next;
    }
    raddle_leave();
}

void raddle_holder(void *address, char *text, int size)
{
    text[0] = 0;
    for (struct object *object = objects; object; object = object->next) {
        if (object->address != address || object->owner < 0) continue;
        if (object->owner == 0) snprintf(text, size, " (main has it)");
        else snprintf(text, size, " (T%d has it)", object->owner);
    }
}

/* ---- outcomes ---- */

/* A call that returned something else than the trace says is the end. */
int raddle_settle(int result)
{
    long long listed;
    if (raddle_listed('Y', &listed) && listed != result)
        raddle_diverged("%s returned %d, the trace lists %lld", raddle_points[raddle_me->point].text, result, listed);
    return result;
}

/* The outcome that the trace lists for this call, or another one. */
int raddle_listed_or(int other)
{
    long long listed;
    return raddle_listed('Y', &listed) ? (int)listed : other;
}

/* Whether the trace lists that a call that blocks ended since the thread was cancelled. */
static int is_cancelled(void)
{
    if (raddle_listed_or(0) != ECANCELED) return 0;
    raddle_me->is_cancelled = 0;
    return 1;
}

/* A call that POSIX leaves undefined: the violation, if that is what the trace ends in. */
void raddle_misused_if(int condition, const char *what)
{
    if (condition && raddle_violation == 'U' && raddle_is_last()) raddle_reproduced("%s", what);
}

/* An object that no call made: what its bytes say is for the trace to know. */
static void unusable_if(struct object *object, int needs_call)
{
    raddle_misused_if(object->is_destroyed, "what is used here was destroyed");
    raddle_misused_if(!object->is_initialized && (needs_call || strstr(raddle_sentence, "not initialized")),
        "what is used here was initialized by no call");
}

static void take(struct object *object)
{
    object->owner = raddle_me->number;
    object->count++;
}

static void give(struct object *object)
{
    if (object->count > 0) object->count--;
    if (object->count == 0) object->owner = -1;
}

/* ---- mutexes ---- */

int __raddle_mutex_init(void *address, int kind)
{
    struct object *old = find(MUTEX, address);
    raddle_misused_if(old && old->owner >= 0, "a locked mutex is initialized");
    raddle_misused_if(old && old->is_initialized && !old->is_destroyed, "a mutex is initialized again");
    anew(MUTEX, address, kind, 0);
    return raddle_settle(0);
}

int raddle_mutex_destroy(void *address)
{
    struct object *object = at(MUTEX, address);
    unusable_if(object, 0);
    raddle_misused_if(object->owner >= 0, "a locked mutex is destroyed");
    if (object->owner >= 0) return raddle_settle(EBUSY);
    object->is_destroyed = 1;
    return raddle_settle(0);
}

int raddle_mutex_lock(void *address)
{
    struct object *object = at(MUTEX, address);
    unusable_if(object, 0);
    raddle_block("a mutex", address);
    int result = pthread_mutex_lock(&object->real.mutex);
    raddle_unblock();
    if (result == 0) take(object);
    return raddle_settle(result);
}

static int try_lock(void *address, int busy)
{
    struct object *object = at(MUTEX, address);
    unusable_if(object, 0);
    if (busy == ETIMEDOUT && object->kind == 2 && object->owner == raddle_me->number) return raddle_settle(EDEADLK);
    int result = pthread_mutex_trylock(&object->real.mutex);
    if (result == 0) take(object);
    return raddle_settle(result == EBUSY ? busy : result);
}

int raddle_mutex_trylock(void *address) { return try_lock(address, EBUSY); }
int raddle_mutex_timedlock(void *address) { return try_lock(address, ETIMEDOUT); }

int raddle_mutex_unlock(void *address)
{
    struct object *object = at(MUTEX, address);
    unusable_if(object, 0);
    int is_mine = object->owner == raddle_me->number, is_checked = object->kind == 1 || object->kind == 2;
    raddle_misused_if(!is_mine && !is_checked, "a mutex is unlocked by a thread that does not own it");
    if (!is_mine && is_checked) return raddle_settle(EPERM);
    give(object);
    return raddle_settle(pthread_mutex_unlock(&object->real.mutex));
}

/* ---- conditions ---- */

static int waits(struct thread *thread, void *condition)
{
    return thread->exists && !thread->has_ended && thread->condition == condition && !thread->is_woken;
}

static int is_awaited(void *condition)
{
    for (int i = 0; i < raddle_thread_count; i++)
        if (waits(&raddle_threads[i], condition)) return 1;
    return 0;
}

int raddle_condition_init(void *address)
{
    struct object *old = find(CONDITION, address);
    raddle_misused_if(is_awaited(address), "a condition variable is initialized that a thread waits for");
    raddle_misused_if(old && old->is_initialized && !old->is_destroyed, "a condition variable is initialized again");
    anew(CONDITION, address, 0, 0);
    return raddle_settle(0);
}

int raddle_condition_destroy(void *address)
{
    struct object *object = at(CONDITION, address);
    unusable_if(object, 0);
    raddle_misused_if(is_awaited(address), "a condition variable is destroyed while a thread waits for it");
    object->is_destroyed = 1;
    return raddle_settle(0);
}

int __raddle_condition_release(void *address, void *mutex_address)
{
    struct thread *me = raddle_me;
    struct object *mutex = at(MUTEX, mutex_address);
    unusable_if(at(CONDITION, address), 0);
    raddle_misused_if(mutex->owner != me->number, "a thread waits with a mutex that it does not own");
    for (int i = 0; i < raddle_thread_count; i++)
        raddle_misused_if(waits(&raddle_threads[i], address) && raddle_threads[i].condition_mutex != mutex_address,
            "threads wait for a condition variable with different mutexes");
    me->is_woken = 0;
    me->condition_mutex = mutex_address;
    me->condition = address;
    if (mutex->owner == me->number) {
        give(mutex);
        pthread_mutex_unlock(&mutex->real.mutex);
    }
    return raddle_settle(0);
}

int __raddle_condition_wake(void *address, void *mutex)
{
    struct thread *me = raddle_me;
    long long listed;
    int outcome = 0, turns = 0;
    (void)mutex;
    if (raddle_listed('Y', &listed)) {
        outcome = listed;
    } else {
        raddle_block("a condition", address);
        while (!me->is_woken) raddle_nap(&turns);
        raddle_unblock();
    }
    if (outcome == 3) me->is_cancelled = 0;
    me->condition = 0;
    return outcome;
}

int __raddle_condition_timed_wake(void *address, void *mutex)
{
    (void)address;
    (void)mutex;
    int outcome = raddle_listed_or(raddle_me->is_woken ? 0 : 2);
    if (outcome == 3) raddle_me->is_cancelled = 0;
    raddle_me->condition = 0;
    return outcome;
}

int raddle_condition_signal(void *address)
{
    long long woken;
    unusable_if(at(CONDITION, address), 0);
    if (!raddle_listed('Y', &woken)) {
        woken = -1;
        for (int i = 0; i < raddle_thread_count && woken < 0; i++)
            if (waits(&raddle_threads[i], address)) woken = i;
    }
    if (woken >= 0) raddle_threads[woken].is_woken = 1;
    return 0;
}

int raddle_condition_broadcast(void *address)
{
    unusable_if(at(CONDITION, address), 0);
    for (int i = 0; i < raddle_thread_count; i++)
        if (waits(&raddle_threads[i], address)) raddle_threads[i].is_woken = 1;
    return raddle_settle(0);
}

/* ---- read-write locks ---- */

int raddle_rwlock_init(void *address)
{
    struct object *old = find(READ_WRITE, address);
    raddle_misused_if(old && (old->owner >= 0 || old->readers), "a read-write lock is initialized that is locked");
    raddle_misused_if(old && old->is_initialized && !old->is_destroyed, "a read-write lock is initialized again");
    anew(READ_WRITE, address, 0, 0);
    return raddle_settle(0);
}

int raddle_rwlock_destroy(void *address)
{
    struct object *object = at(READ_WRITE, address);
    unusable_if(object, 0);
    int is_locked = object->owner >= 0 || object->readers;
    raddle_misused_if(is_locked, "a read-write lock is destroyed that is locked");
    object->is_destroyed = !is_locked;
    return raddle_settle(is_locked ? EBUSY : 0);
}

static void take_read_write(struct object *object, int is_write)
{
    if (is_write) take(object);
    else __atomic_add_fetch(&object->readers, 1, __ATOMIC_SEQ_CST);
}

int raddle_rwlock_lock(void *address, int is_write)
{
    struct object *object = at(READ_WRITE, address);
    int turns = 0, result = EDEADLK;
    unusable_if(object, 0);
    raddle_block("a read-write lock", address);
    /* The system refuses to let a thread wait for itself; the program waits for ever. */
    while ((result = is_write ? pthread_rwlock_wrlock(&object->real.read_write) : pthread_rwlock_rdlock(&object->real.read_write)))
        raddle_nap(&turns);
    raddle_unblock();
    take_read_write(object, is_write);
    return raddle_settle(0);
}

int raddle_rwlock_trylock(void *address, int is_write, int is_timed)
{
    struct object *object = at(READ_WRITE, address);
    unusable_if(object, 0);
    int result = is_write ? pthread_rwlock_trywrlock(&object->real.read_write) : pthread_rwlock_tryrdlock(&object->real.read_write);
    if (result == 0) take_read_write(object, is_write);
    return raddle_settle(result == 0 ? 0 : is_timed ? ETIMEDOUT : EBUSY);
}

int raddle_rwlock_unlock(void *address)
{
    struct object *object = at(READ_WRITE, address);
    unusable_if(object, 0);
    int is_writer = object->owner == raddle_me->number;
    raddle_misused_if(!is_writer && object->readers == 0, "a read-write lock is unlocked by a thread that has not locked it");
    if (!is_writer && object->readers == 0) return raddle_settle(raddle_listed_or(0));
    if (is_writer) give(object);
    else __atomic_sub_fetch(&object->readers, 1, __ATOMIC_SEQ_CST);
    return raddle_settle(pthread_rwlock_unlock(&object->real.read_write));
}

/* ---- spin locks ---- */

int raddle_spin_init(volatile void *address)
{
    struct object *old = find(SPIN, (void *)address);
    raddle_misused_if(old && old->is_initialized && !old->is_destroyed, "a spin lock is initialized again");
    anew(SPIN, (void *)address, 0, 0);
    return raddle_settle(0);
}

int raddle_spin_destroy(volatile void *address)
{
    struct object *object = at(SPIN, (void *)address);
    unusable_if(object, 1);
    raddle_misused_if(object->owner >= 0, "a spin lock is destroyed that is locked");
    object->is_destroyed = object->owner < 0;
    return raddle_settle(object->owner >= 0 ? EBUSY : 0);
}

int raddle_spin_lock(volatile void *address)
{
    struct object *object = at(SPIN, (void *)address);
    unusable_if(object, 1);
    raddle_block("a spin lock", (void *)address);
    pthread_spin_lock(&object->real.spin);
    raddle_unblock();
    take(object);
    return raddle_settle(0);
}

int raddle_spin_trylock(volatile void *address)
{
    struct object *object = at(SPIN, (void *)address);
    unusable_if(object, 1);
    int result = pthread_spin_trylock(&object->real.spin);
    if (result == 0) take(object);
    return raddle_settle(result);
}

int raddle_spin_unlock(volatile void *address)
{
    struct object *object = at(SPIN, (void *)address);
    unusable_if(object, 1);
    raddle_misused_if(object->owner != raddle_me->number, "a spin lock is unlocked by a thread that does not hold it");
    object->owner = -1;
    object->count = 0;
    return raddle_settle(pthread_spin_unlock(&object->real.spin));
}

/* ---- barriers and once controls ---- */

int __raddle_barrier_init(void *address, unsigned int count)
{
    struct object *old = find(BARRIER, address);
    if (count == 0) return raddle_settle(EINVAL);
    raddle_misused_if(old && old->arrived > 0, "a barrier is initialized that threads wait at");
    raddle_misused_if(old && old->is_initialized && !old->is_destroyed, "a barrier is initialized again");
    anew(BARRIER, address, 0, 0)->expected = count;
    return raddle_settle(0);
}

int raddle_barrier_destroy(void *address)
{
    struct object *object = at(BARRIER, address);
    unusable_if(object, 1);
    raddle_misused_if(object->arrived > 0, "a barrier is destroyed that threads wait at");
    object->is_destroyed = object->arrived == 0;
    return raddle_settle(object->arrived > 0 ? EBUSY : 0);
}

int __raddle_barrier_arrive(void *address)
{
    struct object *object = at(BARRIER, address);
    unusable_if(object, 1);
    raddle_me->is_released = 0;
    raddle_me->barrier = address;
    raddle_releases(address);
    if (++object->arrived == object->expected) {
        object->arrived = 0;
        for (int i = 0; i < raddle_thread_count; i++)
            if (raddle_threads[i].barrier == address) raddle_threads[i].is_released = 1;
    }
    return 0;
}

int __raddle_barrier_leave(void *address)
{
    struct thread *me = raddle_me;
    int turns = 0;
    raddle_block("a barrier", address);
    while (!me->is_released) raddle_nap(&turns);
    raddle_unblock();
    me->barrier = 0;
    raddle_acquires(address);
    return raddle_listed_or(0);
}

int __raddle_once_begin(void *address)
{
    struct object *object = at(ONCE, address);
    int turns = 0;
    raddle_block("a routine that runs once", address);
    while (object->owner >= 0 && raddle_threads[object->owner].exists && !raddle_threads[object->owner].has_ended)
        raddle_nap(&turns);
    raddle_unblock();
    if (object->count) {
        raddle_acquires(address);
        return raddle_settle(0);
    }
    object->owner = raddle_me->number;
    return raddle_settle(1);
}

int __raddle_once_end(void *address)
{
    struct object *object = at(ONCE, address);
    raddle_releases(address);
    object->count = 1;
    object->owner = -1;
    return raddle_settle(0);
}

/* ---- semaphores ---- */

static int is_unusable(struct object *object)
{
    unusable_if(object, 1);
    return !object->is_initialized || object->is_destroyed;
}

int __raddle_semaphore_init(void *address, unsigned int value)
{
    struct object *old = find(SEMAPHORE, address);
    if (value > 2147483647) return raddle_settle(EINVAL);
    raddle_misused_if(old && old->is_initialized && !old->is_destroyed, "a semaphore is initialized again");
    anew(SEMAPHORE, address, 0, value);
    return raddle_settle(0);
}

int __raddle_semaphore_destroy(void *address)
{
    struct object *object = at(SEMAPHORE, address);
    if (is_unusable(object)) return raddle_settle(EINVAL);
    object->is_destroyed = 1;
    return raddle_settle(0);
}

int __raddle_semaphore_wait(void *address)
{
    struct object *object = at(SEMAPHORE, address);
    if (is_cancelled()) return ECANCELED;
    if (is_unusable(object)) return raddle_settle(EINVAL);
    raddle_block("a semaphore", address);
    while (sem_wait(&object->real.semaphore)) {}
    raddle_unblock();
    return raddle_settle(0);
}

static int try_wait(void *address, int busy)
{
    struct object *object = at(SEMAPHORE, address);
    if (is_unusable(object)) return raddle_settle(EINVAL);
    return raddle_settle(sem_trywait(&object->real.semaphore) ? busy : 0);
}

int __raddle_semaphore_try_wait(void *address) { return try_wait(address, EAGAIN); }
int __raddle_semaphore_timed_wait(void *address) { return try_wait(address, ETIMEDOUT); }

int __raddle_semaphore_post(void *address)
{
    struct object *object = at(SEMAPHORE, address);
    if (is_unusable(object)) return raddle_settle(EINVAL);
    return raddle_settle(sem_post(&object->real.semaphore) ? EOVERFLOW : 0);
}

int __raddle_semaphore_get_value(void *address)
{
    struct object *object = at(SEMAPHORE, address);
    int value = 0;
    if (!is_unusable(object)) sem_getvalue(&object->real.semaphore, &value);
    return raddle_settle(value);
}
