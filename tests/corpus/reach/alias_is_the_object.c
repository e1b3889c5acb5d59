//@ assertions: unsafe  others: safe
//@ twin: alias_is_another_object
// A declaration with the attribute alias names the object that it is an alias of, and so does one with an assembler label.
#include <assert.h>
static int x = 1;
extern int y __attribute__((alias("x")));
extern const int z __asm__("x");
int main(void) {
  y = 2;
  assert(x == z && z != 2);
  return 0;
}
