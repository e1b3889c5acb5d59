//@ unsafe
//@ twin: ticket_lock_by_steps
//@ by: sequential
// A ticket lock whose owner is still inside when the next one is served; as one thread that picks one of them and takes its next step.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

unsigned char pc[2];
unsigned next, serving;
unsigned mine[2];
int inside;

int main(void) {
    for (;;) {
        int self = __VERIFIER_nondet_uint() & 1;
        switch (pc[self]) {
        case 0: mine[self] = next++; pc[self] = 1; break;
        case 1: if (serving == mine[self]) pc[self] = 2; break;
        case 2: inside++; assert(inside == 1); pc[self] = 3; break;
        case 3: serving++; pc[self] = 4; break;
        case 4: inside--; pc[self] = 0; break;
        }
    }
}
