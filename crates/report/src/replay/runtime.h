/* What the files of the runtime know of each other: raddle.c (turns and ends), objects.c (locks and their kin), threads.c. */
#ifndef RADDLE_RUNTIME_H
#define RADDLE_RUNTIME_H

#include <pthread.h>

#include "schedule.h"

#define KEYS 128
#define CLEANUPS 64

struct cleanup {
    void (*routine)(void *);
    void *argument;
};

/* A thread of the program. */
struct thread {
    int number;
    volatile int exists, has_ended;
    int next;                     /* its next step of the trace; raddle_step_count if none is left */
    int point;                    /* the point where it stands, -1 before the first */
    int is_listed;                /* whether what it does there is a step of the trace */
    int cursor;                   /* the step of the trace that comes next in what it does there */
    const char *lists;            /* what else may be listed there */
    volatile int waits_for;       /* the step whose turn it waits for; raddle_step_count for the end, -1 if it does not wait */
    const char *volatile blocked; /* what it is blocked in, if it is */
    void *volatile blocked_on;
    pthread_t real;
    void *(*start)(void *);
    void *argument, *returned;
    int is_detached, is_joined;
    void *condition, *condition_mutex; /* what it waits for, between the parts of a wait */
    volatile int is_woken;
    void *barrier;
    volatile int is_released;
    int is_cancelled, is_cancellation_off;
    struct cleanup cleanups[CLEANUPS];
    int cleanup_count;
    void *values[KEYS];
};

extern struct thread *raddle_threads;
extern __thread struct thread *raddle_me;

/* Whether the step that the thread makes now is one of the trace, of a kind: its value. */
int raddle_listed(char kind, long long *value);
/* Waits for the turn of a step without a point of its own, and makes it. */
void raddle_gate(char kind);
/* Waits until all steps of the trace are made, and longer if the violation is not this thread's. */
void raddle_hold(void);
/* Whether all steps of this thread are made, and it is the one that violates. */
int raddle_is_last(void);
/* Between the two the thread may be blocked; the second gives back the result. */
void raddle_block(const char *what, void *on);
void raddle_unblock(void);
/* A moment without work, longer the more there were. */
void raddle_nap(int *turns);
/* The execution is another one than the trace says. */
void raddle_diverged(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
/* The violation came. */
void raddle_reproduced(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
/* Who has what a thread is blocked on, in words. */
void raddle_holder(void *address, char *text, int size);
/* A call that returned something else than the trace says is the end; the outcome that the trace lists, or another one. */
int raddle_settle(int result);
int raddle_listed_or(int other);
/* A call that POSIX leaves undefined: the violation, if that is what the trace ends in. */
void raddle_misused_if(int condition, const char *what);
/* Objects in memory that is new are new. */
void raddle_forget(void *start, unsigned long size);
/* One thread at a time looks at tables. */
void raddle_enter(void);
void raddle_leave(void);
/* How many allocations were not freed. */
extern long raddle_live_allocations;

/* ThreadSanitizer, where it is: what orders the program's threads without a call that it knows. */
void raddle_acquires(void *address);
void raddle_releases(void *address);

#endif
