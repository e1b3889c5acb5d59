/*
 * The threads of the program, their ends, what belongs to each of them, and its memory.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "runtime.h"

long raddle_live_allocations;

/* ---- atomic sections: the turns keep everybody else out ---- */

static char section;

void __VERIFIER_atomic_begin(void) { raddle_acquires(&section); }
void __VERIFIER_atomic_end(void) { raddle_releases(&section); }

/* ---- memory ---- */

struct allocation {
    void *start;
    unsigned long size;
    struct allocation *next;
};

static struct allocation *allocations;

void *raddle_malloc(unsigned long size, int is_zeroed)
{
    void *start = is_zeroed ? calloc(1, size) : malloc(size);
    struct allocation *allocation = calloc(1, sizeof *allocation);
    if (!start) raddle_diverged("there is no memory for %lu bytes", size);
    raddle_forget(start, size);
    raddle_enter();
    *allocation = (struct allocation){start, size, allocations};
    allocations = allocation;
    raddle_live_allocations++;
    raddle_leave();
    return start;
}

static struct allocation *allocation_at(void *start)
{
    raddle_enter();
    struct allocation *allocation = allocations;
    while (allocation && allocation->start != start) allocation = allocation->next;
    raddle_leave();
    return allocation;
}

void raddle_free(void *start)
{
    struct allocation *allocation = allocation_at(start);
    if (allocation) {
        raddle_enter();
        allocation->start = 0;
        raddle_live_allocations--;
        raddle_leave();
    } else if (start && raddle_violation == 'M' && raddle_is_last()) {
        raddle_reproduced("what is freed is no memory that was allocated and not freed yet");
    }
    free(start);
}

unsigned long __raddle_allocation_size(void *start)
{
    struct allocation *allocation = start ? allocation_at(start) : 0;
    return allocation ? allocation->size : 0;
}

/* Where the program thinks that addresses have 32 bits, what it allocates lies where they do; its globals do, anyway. */
__attribute__((constructor)) static void keep_memory_low(void)
{
    if (!raddle_is_for_32_bits) return;
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
}

/* ---- threads ---- */

/* The stack of a thread of a program for 32 bits. */
#define STACK (4 << 20)

static int thread_count = 1;
static void (*destructors[KEYS])(void *);
static int is_key[KEYS];

/* The end of a thread: destructors, then the end itself. */
static void end(void *value)
{
    struct thread *me = raddle_me;
    for (int round = 0, again = 1; round < 4 && again; round++) {
        again = 0;
        for (int key = 0; key < KEYS; key++) {
            void *old = me->values[key];
            if (!is_key[key] || !destructors[key] || !old) continue;
            raddle_gate('D');
            me->values[key] = 0;
            destructors[key](old);
            again = 1;
        }
    }
    me->returned = value;
    raddle_gate('E');
    me->has_ended = 1;
}

static void *run(void *thread)
{
    char name[16];
    raddle_me = thread;
    snprintf(name, sizeof name, "trace's T%d", raddle_me->number);
    pthread_setname_np(pthread_self(), name);
    void *value = raddle_me->start(raddle_me->argument);
    raddle_me->is_cancellation_off = 1;
    end(value);
    return 0;
}

int raddle_create(void *id, int id_size, int is_detached, void *(*start)(void *), void *argument)
{
    int number = __atomic_fetch_add(&thread_count, 1, __ATOMIC_SEQ_CST);
    if (number >= raddle_thread_count) raddle_diverged("a thread is created that the trace does not have");
    struct thread *thread = &raddle_threads[number];
    thread->start = start;
    thread->argument = argument;
    thread->is_detached = is_detached == 1;
    if (id && id_size == 4) *(unsigned int *)id = number + 1;
    else if (id) *(unsigned long *)id = number + 1;
    thread->exists = 1;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (raddle_is_for_32_bits) {
        void *stack = mmap(0, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_32BIT, -1, 0);
        if (stack != MAP_FAILED) pthread_attr_setstack(&attributes, stack, STACK);
    }
    if (pthread_create(&thread->real, &attributes, run, thread) != 0) raddle_diverged("the system gives no further thread");
    return 0;
}

/* The thread that an id names, unless it names none (any more). */
static struct thread *named(unsigned long id)
{
    if (id == 0 || id > (unsigned long)raddle_thread_count) return 0;
    struct thread *thread = &raddle_threads[id - 1];
    return thread->exists && !thread->is_joined && !(thread->is_detached && thread->has_ended) ? thread : 0;
}

static int is_detached(unsigned long id)
{
    return id > 0 && id <= (unsigned long)raddle_thread_count && raddle_threads[id - 1].is_detached;
}

int raddle_join(unsigned long id, void **value)
{
    long long listed;
    int is_listed = raddle_listed('J', &listed);
    struct thread *thread = named(id);
    if (is_listed && listed == ECANCELED) {
        raddle_me->is_cancelled = 0;
        return ECANCELED;
    }
    raddle_misused_if(is_detached(id), "a detached thread is joined");
    raddle_misused_if(!thread && !is_detached(id), "a thread is joined that does not exist or was joined before");
    if (is_detached(id)) return EINVAL;
    if (!thread) return ESRCH;
    if (thread == raddle_me) return EDEADLK;
    raddle_block("the end of a thread", thread);
    if (pthread_equal(thread->real, raddle_threads[0].real)) {
        int turns = 0;
        while (!thread->has_ended) raddle_nap(&turns);
    } else {
        pthread_join(thread->real, 0);
    }
    raddle_unblock();
    thread->is_joined = 1;
    if (value) *value = thread->returned;
    return 0;
}

int raddle_join_number(unsigned long id, int *value)
{
    void *returned = 0;
    int result = raddle_join(id, &returned);
    if (result == 0 && value) *value = (int)(long)returned;
    return result;
}

unsigned long raddle_self(void) { return raddle_me->number + 1; }

void raddle_exit(void *value)
{
    struct thread *me = raddle_me;
    me->is_cancellation_off = 1;
    while (me->cleanup_count > 0) {
        struct cleanup cleanup = me->cleanups[--me->cleanup_count];
        cleanup.routine(cleanup.argument);
    }
    end(value);
    pthread_exit(0);
}

int raddle_detach(unsigned long id)
{
    struct thread *thread = named(id);
    raddle_misused_if(is_detached(id), "a detached thread is detached");
    raddle_misused_if(!thread && !is_detached(id), "a thread is detached that does not exist or was joined before");
    if (is_detached(id)) return raddle_settle(EINVAL);
    if (!thread) return raddle_settle(ESRCH);
    thread->is_detached = 1;
    return raddle_settle(0);
}

int __raddle_thread_test_end(unsigned long id)
{
    struct thread *thread = named(id);
    raddle_misused_if(!thread || is_detached(id), "a thread is joined that does not exist, was joined before or is detached");
    return raddle_listed_or(thread && thread->has_ended ? 0 : EBUSY);
}

int raddle_cancel(unsigned long id)
{
    struct thread *thread = named(id);
    raddle_misused_if(!thread, "a thread is cancelled that does not exist or was joined before");
    if (!thread) return raddle_settle(ESRCH);
    if (!thread->has_ended) thread->is_cancelled = 1;
    raddle_releases(thread);
    return raddle_settle(0);
}

int __raddle_test_cancel(void)
{
    struct thread *me = raddle_me;
    int acts = me->is_cancelled && !me->is_cancellation_off;
    if (acts) {
        me->is_cancelled = 0;
        raddle_acquires(me);
    }
    return raddle_settle(acts);
}

int __raddle_set_cancel_state(int state)
{
    int old = raddle_me->is_cancellation_off;
    if (state != 0 && state != 1) return raddle_settle(-1);
    raddle_me->is_cancellation_off = state;
    return raddle_settle(old);
}

/* Replays are of traces without a child process. */
int __raddle_become_child(void)
{
    __raddle_unsupported("a child process");
    return 0;
}

int __raddle_cleanup_push(void (*routine)(void *), void *argument)
{
    struct thread *me = raddle_me;
    if (me->cleanup_count == CLEANUPS) raddle_diverged("this replay keeps %d cleanup routines of a thread, no more", CLEANUPS);
    me->cleanups[me->cleanup_count++] = (struct cleanup){routine, argument};
    return raddle_settle(0);
}

int __raddle_cleanup_pop(void)
{
    if (raddle_me->cleanup_count > 0) raddle_me->cleanup_count--;
    return raddle_settle(0);
}

/* ---- thread-specific data ---- */

unsigned int __raddle_key_create(void (*destructor)(void *))
{
    int key = 0;
    while (key < KEYS && is_key[key]) key++;
    if (key == KEYS) raddle_diverged("this replay has %d keys, no more", KEYS);
    is_key[key] = 1;
    destructors[key] = destructor;
    for (int i = 0; i < raddle_thread_count; i++) raddle_threads[i].values[key] = 0;
    return raddle_settle(key);
}

static int is_used(unsigned int key)
{
    int is_one = key < KEYS && is_key[key];
    raddle_misused_if(!is_one, "a key is used that is not in use");
    return is_one;
}

int raddle_key_delete(unsigned int key)
{
    if (!is_used(key)) return raddle_settle(EINVAL);
    is_key[key] = 0;
    return raddle_settle(0);
}

void *raddle_key_get(unsigned int key)
{
    return is_used(key) ? raddle_me->values[key] : 0;
}

int raddle_key_set(unsigned int key, const void *value)
{
    if (!is_used(key)) return raddle_settle(EINVAL);
    raddle_me->values[key] = (void *)value;
    return raddle_settle(0);
}
