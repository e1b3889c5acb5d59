//@ all: safe
//@ twin: alias_is_the_object
// The alias belongs to another object: `x` keeps its value.
#include <assert.h>
static int x = 1, w = 1;
extern int y __attribute__((alias("w")));
extern const int z __asm__("w");
int main(void) {
  y = 2;
  assert(x != z && z == 2);
  return 0;
}
