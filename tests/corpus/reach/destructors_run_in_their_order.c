//@ all: safe
//@ twin: destructor_runs_behind_main
// The greatest priority first, behind what main returns and what exit is given.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int x;
__attribute__((destructor)) static void first(void) { assert(x++ == 1); }
__attribute__((destructor(200))) static void second(void) { assert(x++ == 2); }
__attribute__((destructor(101))) static void third(void) { assert(x == 3); }
static int set(void) { return x = 1; }
int main(void) {
  if (__VERIFIER_nondet_int())
    exit(set());
  if (__VERIFIER_nondet_int())
    return set();
  x = 1;
}
