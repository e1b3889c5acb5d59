//@ assertions: unsafe  others: safe
//@ twin: destructors_run_in_their_order
// A function with the attribute destructor runs when main returned.
#include <assert.h>
static int x;
__attribute__((destructor)) static void at_end(void) { assert(x == 0); }
int main(void) {
  x = 1;
  return 0;
}
