/* The tables of schedule.c: the trace, and the points of program.c at which its steps are. */
#ifndef RADDLE_SCHEDULE_H
#define RADDLE_SCHEDULE_H

/*
 * The kinds of steps: R read, W write, C choice, I choice of what an uninitialized object holds, Y synchronization call, S
 * creation of a thread, J join, B and T begin and end of an atomic section, A allocation, F free, D call of a destructor, E
 * end of a thread.
 */

struct raddle_point {
    int span;          /* the number of the place, as in steps */
    const char *lists; /* the kinds of steps that it may be, in order; choices aside */
    const char *place; /* file, line, column */
    const char *text;  /* the step in C */
};

struct raddle_step {
    int thread;
    char kind;
    int span;          /* -1 if no point has it */
    long long value;   /* of a choice its value, of a call its outcome, of a creation the thread */
    const char *place;
    const char *text;
};

extern const struct raddle_point raddle_points[];
extern const struct raddle_step raddle_steps[];
extern const int raddle_step_count;
extern const int raddle_thread_count;

/* What the trace ends in: A assertion, D deadlock, R race, M memory, L leak, O overflow, Z arithmetic, U misuse of a lock, N no end. */
extern const char raddle_violation;
extern const int raddle_violator;        /* the thread */
extern const int raddle_violation_span;  /* -1 if no point has it */
extern const char *const raddle_sentence;
extern const char *const raddle_property;

/* The steps of a race. */
extern const int raddle_race_steps[2];

/* Where a mutex has its kind, in bytes. */
extern const int raddle_kind_offset;

/* Whether the program thinks that addresses have 32 bits. */
extern const int raddle_is_for_32_bits;

#endif
