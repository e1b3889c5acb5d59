//@ all: safe
//@ by: explicit bmc
//@ twin: guard_lets_go_too_late
// Guards in the way of systemd and Linux: the attribute `cleanup` calls a function when an object's scope is left, by
// the end of its block, `return`, `break`, `continue` or `goto`; the youngest object goes first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static unsigned trace;

static void unlock(pthread_mutex_t **held) {
    if (*held) pthread_mutex_unlock(*held);
}
static void note(const int *number) { trace = trace * 10 + (unsigned)*number; }

#define guard(mutex) \
    __attribute__((cleanup(unlock))) pthread_mutex_t *held = &(mutex); \
    pthread_mutex_lock(held)
#define noted __attribute__((cleanup(note)))

static int next(void) {
    guard(lock);
    return shared++;
}

static int ways(int way) {
    noted int one = 1;
    for (int at = 0; at < 3; at++) {
        int two noted = 2;
        if (way == 0 && at == 1) break;
        if (way == 1 && at == 0) continue;
        if (way == 2) return one + (trace == 0);
        {
            noted int three = 3;
            if (way == 3) goto out;
            if (way == 4 && at == 1) return three;
        }
        switch (way) {
        case 5: {
            noted int four = 4;
            break;
        }
        default: two = 5;
        }
    }
again: {
    noted int six = 6;
    if (way == 6 && trace < 1000000) {
        trace = 1000000;
        goto again;
    }
}
out:
    return 0;
}

static unsigned traced(int way) {
    trace = 0;
    unsigned result = ways(way);
    return result * 100000000 + trace;
}

static void *worker(void *unused) {
    int mine = next();
    assert(mine == 0 || mine == 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    next();
    pthread_join(thread, 0);
    assert(shared == 2);
    assert(traced(0) == 35261);
    assert(traced(1) == 2353561);
    assert(traced(2) == 200000021);
    assert(traced(3) == 321);
    assert(traced(4) == 300035321);
    assert(traced(5) == 4169463189);
    assert(traced(6) == 1000000661);
    return 0;
}
