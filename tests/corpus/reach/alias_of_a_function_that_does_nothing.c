//@ all: safe
//@ twin: alias_of_a_function_has_its_effects
// The same aliases, of a function without effects.
#include <assert.h>
int n;
void add(void) {}
void by_attribute(void) __attribute__((alias("add")));
static void by_reference(void) __attribute__((weakref("add")));
void by_label(void) __asm__("add");
#pragma redefine_extname by_pragma add
void by_pragma(void);
#pragma weak by_weak_pragma = add
void by_weak_pragma(void);
int main(void) {
  void (*pointer)(void) = by_attribute;
  pointer();
  by_reference();
  by_label();
  by_pragma();
  by_weak_pragma();
  assert(n != 5);
  return 0;
}
