//@ assertions: unsafe  others: safe
//@ twin: weak_symbol_keeps_its_address
// Whether another file defines a weak symbol is not known: its address may be null.
#include <assert.h>
extern int hook(void) __attribute__((weak));
int called;
int main(void) {
  if (hook) {
    hook();
    called = 1;
  }
  assert(called);
  return 0;
}
