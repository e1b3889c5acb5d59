//@ safe
//@ twin: peterson_by_steps_without_turns
//@ by: sequential
// Peterson's lock for two threads, as one thread that picks one of them and takes its next step.
#include <assert.h>
#include <stdbool.h>

unsigned __VERIFIER_nondet_uint(void);

unsigned char pc[2];
bool wants[2];
int turn;
int inside;

int main(void) {
    for (;;) {
        if (__VERIFIER_nondet_uint() & 1) {
            switch (pc[0]) {
            case 0: wants[0] = true; pc[0] = 1; break;
            case 1: turn = 1; pc[0] = 2; break;
            case 2: if (!wants[1]) pc[0] = 4; else pc[0] = 3; break;
            case 3: if (turn == 0) pc[0] = 4; else pc[0] = 2; break;
            case 4: inside++; assert(inside == 1); pc[0] = 5; break;
            case 5: inside--; pc[0] = 6; break;
            case 6: wants[0] = false; pc[0] = 0; break;
            }
        } else {
            switch (pc[1]) {
            case 0: wants[1] = true; pc[1] = 1; break;
            case 1: turn = 0; pc[1] = 2; break;
            case 2: if (!wants[0]) pc[1] = 4; else pc[1] = 3; break;
            case 3: if (turn == 1) pc[1] = 4; else pc[1] = 2; break;
            case 4: inside++; assert(inside == 1); pc[1] = 5; break;
            case 5: inside--; pc[1] = 6; break;
            case 6: wants[1] = false; pc[1] = 0; break;
            }
        }
    }
}
