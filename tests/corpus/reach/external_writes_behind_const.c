//@ unsafe
//@ externals: args
//@ twin: external_keeps_const
// A function without a body gets a pointer to a constant structure, whose member leads to an object that it may write.
#include <assert.h>
struct view { int *p; };
void visit(const struct view *v);
void pass(const void *v);
void take(struct view v);
int main(void) {
  int x = 0;
  struct view v = {&x};
  if (x)
    pass(&v);
  else if (v.p != &x)
    take(v);
  else
    visit(&v);
  assert(x == 0);
  return 0;
}
