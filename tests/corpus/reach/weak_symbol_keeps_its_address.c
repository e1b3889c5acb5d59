//@ all: safe
//@ twin: weak_symbol_may_be_null
// It does not change while the program runs, and a weak definition is a definition.
#include <assert.h>
extern int hook(void) __attribute__((weak));
extern int object __attribute__((weak));
__attribute__((weak)) int defined(void) { return 1; }
int main(void) {
  _Bool before = hook != 0;
  if (hook)
    hook();
  assert(before == (hook != 0));
  if (&object)
    object = 3;
  assert(!&object || object == 3);
  assert(defined && defined() == 1);
  return 0;
}
