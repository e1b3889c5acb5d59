/*
 * The runtime of a replay: it lets the threads of the program take their steps in the order of the trace, and says how that ends.
 *
 * A thread that stands at a point looks at its next step in the trace. If that is one of this point, it waits until all steps
 * before it are made, makes it, and hands on the turn. If not, what it does here is nothing that traces list, and it goes on. A thread
 * that has no step left waits at its next point until the trace is through: then the violation comes, and only the thread that
 * violates goes on (in a deadlock all do).
 *
 * Exit codes: 10 the violation came; 70 it did not, and the message says where execution and trace part.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime.h"

#define REPRODUCED 10
#define DIVERGED 70

struct thread *raddle_threads;
__thread struct thread *raddle_me;

/* The number of steps that are made. */
static int position;
/* For each step, the next one of the same thread. */
static int *following;
/* Whether both racing threads stood before their accesses at the same time; whether ThreadSanitizer spoke of them. */
static int stood_ready;
static volatile int was_reported;
static int shows_steps;
static volatile int is_over;

static int made(void) { return __atomic_load_n(&position, __ATOMIC_ACQUIRE); }

/* ---- what is said ---- */

static void say(const char *format, va_list arguments)
{
    char text[2048] = "raddle: ";
    int length = strlen(text);
    length += vsnprintf(text + length, sizeof text - length - 1, format, arguments);
    if (length > (int)sizeof text - 2) length = sizeof text - 2;
    text[length++] = '\n';
    if (write(2, text, length) < 0) { /* Nobody listens. */ }
}

static void tell(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

static void name(int thread, char *text, int size)
{
    if (thread == 0) snprintf(text, size, "main");
    else snprintf(text, size, "T%d", thread);
}

/* The process ends at once: what we said is the last word. */
static void __attribute__((noreturn)) leave(int code)
{
    for (;;) syscall(SYS_exit_group, code);
}

/* Only one thread says how it ends. */
static void last_word(void)
{
    while (__atomic_exchange_n(&is_over, 1, __ATOMIC_ACQ_REL)) pause();
}

static void show_deadlock(void)
{
    for (int i = 0; i < raddle_thread_count; i++) {
        struct thread *thread = &raddle_threads[i];
        char who[32], holder[160];
        if (!thread->exists || thread->has_ended) continue;
        name(i, who, sizeof who);
        raddle_holder(thread->blocked_on, holder, sizeof holder);
        tell("  %s waits at %s: %s%s", who, raddle_points[thread->point].place, raddle_points[thread->point].text, holder);
    }
}

void raddle_reproduced(const char *format, ...)
{
    last_word();
    tell("%s", raddle_sentence);
    if (raddle_violation == 'D') show_deadlock();
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    tell("REPRODUCED (%s) after %d of %d steps", raddle_property, made(), raddle_step_count);
    leave(REPRODUCED);
}

static void show_threads(void)
{
    for (int i = 0; i < raddle_thread_count; i++) {
        struct thread *thread = &raddle_threads[i];
        char who[32];
        name(i, who, sizeof who);
        if (!thread->exists || thread->has_ended) continue;
        const struct raddle_point *point = thread->point < 0 ? 0 : &raddle_points[thread->point];
        const char *does = thread->blocked ? "is blocked" : thread->waits_for >= 0 ? "waits for its turn" : "runs";
        tell("  %s %s at %s, in %s", who, does, point ? point->place : "its start", point ? point->text : "nothing yet");
    }
}

void raddle_diverged(const char *format, ...)
{
    last_word();
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    show_threads();
    int next = made();
    if (next < raddle_step_count) {
        const struct raddle_step *step = &raddle_steps[next];
        char who[32];
        name(step->thread, who, sizeof who);
        tell("DIVERGED at step %d of %d: %s at %s, %s", next + 1, raddle_step_count, who, step->place, step->text);
    } else {
        tell("DIVERGED: all %d steps were made, and then the violation did not come", raddle_step_count);
    }
    leave(DIVERGED);
}

/* ---- turns ---- */

void raddle_nap(int *turns)
{
    if (++*turns < 100) {
        sched_yield();
    } else {
        struct timespec some = {0, *turns < 1000 ? 20000 : 500000};
        nanosleep(&some, 0);
    }
}

/* Whether a thread waits for a later step than this one: of a race, that it stands before its access. */
static int stands_behind(int step)
{
    return raddle_threads[raddle_steps[raddle_race_steps[1]].thread].waits_for > step;
}

static void wait_for_turn(struct thread *me, int step)
{
    int turns = 0;
    me->waits_for = step;
    while (made() < step) raddle_nap(&turns);
    /* The first of two racing accesses is made when the other thread stands before the second. */
    if (raddle_violation == 'R' && step <= raddle_race_steps[0] && following[step] > raddle_race_steps[0])
        for (turns = 0; turns < 2000 && !(stood_ready = stands_behind(step)); ) raddle_nap(&turns);
    me->waits_for = -1;
}

void __tsan_acquire(void *) __attribute__((weak));

static void end_of_race(void)
{
    const struct raddle_step *one = &raddle_steps[raddle_race_steps[0]], *other = &raddle_steps[raddle_race_steps[1]];
    char first[32], second[32];
    name(one->thread, first, sizeof first);
    name(other->thread, second, sizeof second);
    if (!stood_ready && !was_reported)
        raddle_diverged("%s made its access at %s before %s came to the one at %s, and nobody reported a race", first, one->place,
            second, other->place);
    raddle_reproduced("%s at %s and %s at %s %s%s", first, one->place, second, other->place,
        stood_ready ? "stood before their accesses at the same time" : "made their accesses one after the other",
        was_reported ? "; ThreadSanitizer reports it above" : __tsan_acquire ? "; ThreadSanitizer does not report it" : "");
}

/* The steps up to one are made. */
static void hand_on(struct thread *me, int end)
{
    if (shows_steps)
        for (int i = me->next; i < end; i++) {
            char who[32];
            name(me->number, who, sizeof who);
            tell("step %3d  %-5s %s  %s", i + 1, who, raddle_steps[i].place, raddle_steps[i].text);
        }
    me->next = following[end - 1];
    __atomic_store_n(&position, end, __ATOMIC_RELEASE);
    if (end == raddle_step_count && raddle_violation == 'R') end_of_race();
    if (end == raddle_step_count && raddle_violation == 'N')
        raddle_reproduced("the part that repeats for ever was run three times round");
}

/* Whether the step under the cursor is one of what the thread does now. */
static int is_mine(struct thread *me)
{
    return me->is_listed && me->cursor < raddle_step_count && raddle_steps[me->cursor].thread == me->number &&
           raddle_steps[me->cursor].span == raddle_points[me->point].span;
}

static int is_choice(char kind) { return kind == 'C' || kind == 'I'; }

/* Goes over the steps under the cursor that are no choices. */
static void go_over(struct thread *me)
{
    while (is_mine(me) && *me->lists) {
        char kind = raddle_steps[me->cursor].kind;
        if (is_choice(kind)) break;
        while (*me->lists && *me->lists != kind) me->lists++;
        if (!*me->lists) break;
        me->lists++;
        me->cursor++;
    }
}

void raddle_at(int point)
{
    struct thread *me = raddle_me;
    const struct raddle_point *here = &raddle_points[point];
    me->point = point;
    me->is_listed = 0;
    if (me->next == raddle_step_count) return raddle_hold();
    const struct raddle_step *step = &raddle_steps[me->next];
    if (step->span != here->span || !(is_choice(step->kind) || strchr(here->lists, step->kind))) return;
    wait_for_turn(me, me->next);
    me->is_listed = 1;
    me->cursor = me->next;
    me->lists = here->lists;
}

void raddle_done(void)
{
    struct thread *me = raddle_me;
    if (!me->is_listed) return;
    go_over(me);
    /* A choice that nobody asked for. */
    while (is_mine(me) && is_choice(raddle_steps[me->cursor].kind) && *me->lists) {
        me->cursor++;
        go_over(me);
    }
    me->is_listed = 0;
    hand_on(me, me->cursor == me->next ? me->next + 1 : me->cursor);
}

int raddle_listed(char kind, long long *value)
{
    struct thread *me = raddle_me;
    if (!is_mine(me) || raddle_steps[me->cursor].kind != kind) return 0;
    *value = raddle_steps[me->cursor].value;
    return 1;
}

void raddle_gate(char kind)
{
    struct thread *me = raddle_me;
    if (me->next == raddle_step_count) return raddle_hold();
    if (raddle_steps[me->next].kind != kind) return;
    wait_for_turn(me, me->next);
    hand_on(me, me->next + 1);
}

void raddle_hold(void)
{
    struct thread *me = raddle_me;
    int turns = 0;
    me->waits_for = raddle_step_count;
    while (made() < raddle_step_count || !(raddle_violation == 'D' || me->number == raddle_violator)) raddle_nap(&turns);
    me->waits_for = -1;
}

int raddle_is_last(void)
{
    struct thread *me = raddle_me;
    if (!me || me->number != raddle_violator) return 0;
    if (me->next == raddle_step_count) return 1;
    /* It may be violated in the step that makes the last events of this thread. */
    return me->is_listed && following[me->next] == raddle_step_count;
}

void raddle_block(const char *what, void *on)
{
    raddle_me->blocked_on = on;
    raddle_me->blocked = what;
}

void raddle_unblock(void) { raddle_me->blocked = 0; }

/* ---- choices, assertions, assumptions ---- */

static int has_choice(char kind)
{
    struct thread *me = raddle_me;
    go_over(me);
    return is_mine(me) && raddle_steps[me->cursor].kind == kind;
}

/* Byte by byte: ThreadSanitizer would take a call for an access of the program. */
void raddle_choose(void *place, int size)
{
    if (!has_choice('I')) return;
    unsigned long long value = raddle_steps[raddle_me->cursor++].value;
    for (int i = 0; i < size && i < 8; i++) ((volatile unsigned char *)place)[i] = value >> 8 * i;
}

static long long input(void) { return has_choice('C') ? raddle_steps[raddle_me->cursor++].value : 0; }

_Bool __VERIFIER_nondet_bool(void) { return input(); }
char __VERIFIER_nondet_char(void) { return input(); }
signed char __VERIFIER_nondet_schar(void) { return input(); }
unsigned char __VERIFIER_nondet_uchar(void) { return input(); }
short __VERIFIER_nondet_short(void) { return input(); }
unsigned short __VERIFIER_nondet_ushort(void) { return input(); }
int __VERIFIER_nondet_int(void) { return input(); }
unsigned int __VERIFIER_nondet_uint(void) { return input(); }
long __VERIFIER_nondet_long(void) { return input(); }
unsigned long __VERIFIER_nondet_ulong(void) { return input(); }
long long __VERIFIER_nondet_longlong(void) { return input(); }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return input(); }
__int128 __VERIFIER_nondet_int128(void) { return input(); }
unsigned __int128 __VERIFIER_nondet_uint128(void) { return input(); }
float __VERIFIER_nondet_float(void) { return input(); }
double __VERIFIER_nondet_double(void) { return input(); }
void *__VERIFIER_nondet_pointer(void) { return (void *)input(); }

void raddle_fail(int point)
{
    struct thread *me = raddle_me;
    me->point = point;
    if (me->next == raddle_step_count) raddle_hold();
    char who[32];
    name(me->number, who, sizeof who);
    if (raddle_violation == 'A' && raddle_is_last() && raddle_points[point].span == raddle_violation_span)
        raddle_reproduced("the assertion failed in %s at %s", who, raddle_points[point].place);
    raddle_diverged("an assertion failed in %s at %s that is not the one of the trace", who, raddle_points[point].place);
}

void __VERIFIER_assume(int condition)
{
    if (condition) return;
    /* What it read was read, and may be the last step. */
    raddle_done();
    if (raddle_me->next == raddle_step_count) raddle_hold();
    raddle_diverged("an assumption does not hold");
}

void __raddle_unsupported(const char *what)
{
    if (raddle_me->next == raddle_step_count) raddle_hold();
    raddle_diverged("this replay cannot do what comes here: %s", what);
}

/* ---- the end of the process ---- */

void raddle_stop(void)
{
    if (raddle_me->next == raddle_step_count) raddle_hold();
    exit(0);
}

static void process_ends(void)
{
    if (!raddle_me) raddle_me = &raddle_threads[0];
    if (raddle_me->next == raddle_step_count && !raddle_me->has_ended) raddle_hold();
    if (raddle_violation == 'L' && made() == raddle_step_count && raddle_live_allocations > 0)
        raddle_reproduced("%ld allocations were not freed", raddle_live_allocations);
    raddle_diverged("the process ended");
}

/* ---- sanitizers ---- */

void __sanitizer_set_death_callback(void (*)(void)) __attribute__((weak));
void __asan_init(void) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

void raddle_acquires(void *address)
{
    if (__tsan_acquire) __tsan_acquire(address);
}

void raddle_releases(void *address)
{
    if (__tsan_release) __tsan_release(address);
}

const char *__asan_default_options(void)
{
    return "detect_leaks=0:detect_stack_use_after_return=1:exitcode=70:allocator_may_return_null=1:handle_abort=0";
}

const char *__ubsan_default_options(void) { return "print_stacktrace=0:exitcode=70"; }

const char *__tsan_default_options(void)
{
    return "exitcode=0:halt_on_error=0:detect_deadlocks=0:report_thread_leaks=0:report_destroy_locked=0:report_mutex_bugs=0:"
           "report_signal_unsafe=0:suppress_equal_stacks=0:suppress_equal_addresses=0:history_size=7";
}

/* Called in the thread that makes the second access. */
void __tsan_on_report(void *report)
{
    struct thread *me = raddle_me;
    (void)report;
    if (me && raddle_violation == 'R' && me->is_listed && me->number == raddle_steps[raddle_race_steps[1]].thread &&
        me->next <= raddle_race_steps[1] && following[me->next] > raddle_race_steps[1])
        was_reported = 1;
}

static int is_seen_by_sanitizers(void) { return strchr("MOZ", raddle_violation) != 0; }

static void sanitizer_ends(void)
{
    if (is_over) return;
    if (is_seen_by_sanitizers() && raddle_is_last()) {
        char who[32];
        name(raddle_me->number, who, sizeof who);
        raddle_reproduced("the sanitizer reports it above, in %s", who);
    }
    raddle_diverged("the sanitizer reports something else");
}

static void on_signal(int signal)
{
    const char *what = signal == SIGFPE ? "a division trapped" : "an access hit memory that is not there";
    if ((signal == SIGFPE ? raddle_violation == 'Z' : raddle_violation == 'M') && raddle_is_last())
        raddle_reproduced("%s", what);
    raddle_diverged("%s", what);
}

/* ---- who watches ---- */

static int is_deadlock(void)
{
    int blocked = 0;
    for (int i = 0; i < raddle_thread_count; i++) {
        if (!raddle_threads[i].exists || raddle_threads[i].has_ended) continue;
        if (!raddle_threads[i].blocked) return 0;
        blocked++;
    }
    return blocked;
}

/* Half a second in which nobody goes on is a deadlock; ten without a step are the end of the replay. */
static void *watch(void *unused)
{
    const struct timespec tick = {0, 20000000};
    const char *patience = getenv("RADDLE_PATIENCE");
    const int limit = (patience ? atoi(patience) : 10) * 50;
    int last = -1, quiet = 0, stuck = 0;
    (void)unused;
    for (;;) {
        nanosleep(&tick, 0);
        int now = made();
        quiet = now == last ? quiet + 1 : 0;
        last = now;
        stuck = now == raddle_step_count && raddle_violation == 'D' && is_deadlock() ? stuck + 1 : 0;
        if (stuck == 25) raddle_reproduced("for half a second nobody went on: every thread that has not ended waits");
        if (quiet > limit) raddle_diverged("for %d seconds nothing happened", limit / 50);
    }
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    pthread_t watcher;
    following = malloc((raddle_step_count + 1) * sizeof *following);
    raddle_threads = calloc(raddle_thread_count + 1, sizeof *raddle_threads);
    for (int i = 0; i < raddle_thread_count; i++) {
        raddle_threads[i].number = i;
        raddle_threads[i].next = raddle_step_count;
        raddle_threads[i].point = raddle_threads[i].waits_for = -1;
    }
    for (int i = raddle_step_count - 1; i >= 0; i--) {
        following[i] = raddle_threads[raddle_steps[i].thread].next;
        raddle_threads[raddle_steps[i].thread].next = i;
    }
    raddle_me = &raddle_threads[0];
    raddle_me->exists = 1;
    raddle_me->real = pthread_self();
    shows_steps = getenv("RADDLE_STEPS") != 0;
    atexit(process_ends);
    if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(sanitizer_ends);
    if (!__asan_init) {
        signal(SIGSEGV, on_signal);
        signal(SIGBUS, on_signal);
        signal(SIGFPE, on_signal);
    }
    if (pthread_create(&watcher, 0, watch, 0) != 0) tell("nobody watches: a replay that hangs has to be stopped by hand");
}
