//@ unsafe
//@ twin: peterson_driven
//@ by: sequential
//@ open: assertions: it takes half of the time that the other programs are given, on a quiet machine
// Peterson's lock, but each thread gives the turn to itself; as one thread: a driver that runs either of them from its label to some later one.
#include <assert.h>
#include <stdbool.h>

unsigned __VERIFIER_nondet_uint(void);

enum { RESUME, EXECUTE, SUSPEND };

#define CONTROL(label)                                                                                                  \
    if (mode == RESUME && pc[self] == label) mode = EXECUTE;                                                            \
    if (mode == EXECUTE && (__VERIFIER_nondet_uint() & 1)) { pc[self] = label; mode = SUSPEND; }

unsigned char mode;
unsigned char pc[2];
bool wants[2];
int turn;
int inside;

void first(void) {
    int self = 0;
    while ((mode == RESUME && pc[self] <= 5) || mode == EXECUTE) {
        CONTROL(0)
        if (mode == EXECUTE) wants[0] = true;
        CONTROL(1)
        if (mode == EXECUTE) turn = 0;
        while ((mode == RESUME && pc[self] == 2) || (mode == EXECUTE && wants[1] && turn == 1)) {
            CONTROL(2)
        }
        CONTROL(3)
        if (mode == EXECUTE) { inside++; assert(inside == 1); }
        CONTROL(4)
        if (mode == EXECUTE) inside--;
        CONTROL(5)
        if (mode == EXECUTE) wants[0] = false;
    }
}

void second(void) {
    int self = 1;
    while ((mode == RESUME && pc[self] <= 5) || mode == EXECUTE) {
        CONTROL(0)
        if (mode == EXECUTE) wants[1] = true;
        CONTROL(1)
        if (mode == EXECUTE) turn = 1;
        while ((mode == RESUME && pc[self] == 2) || (mode == EXECUTE && wants[0] && turn == 0)) {
            CONTROL(2)
        }
        CONTROL(3)
        if (mode == EXECUTE) { inside++; assert(inside == 1); }
        CONTROL(4)
        if (mode == EXECUTE) inside--;
        CONTROL(5)
        if (mode == EXECUTE) wants[1] = false;
    }
}

int main(void) {
    for (;;) {
        mode = RESUME;
        first();
        mode = RESUME;
        second();
    }
}
