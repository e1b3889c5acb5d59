//@ all: safe
//@ twin: external_writes_behind_const
// It gets pointers to constant objects that lead to nothing.
#include <assert.h>
struct point { int x, y; };
void visit(const struct point *p);
void pass(const void *p);
void name(const char *text);
int main(void) {
  struct point p = {1, 2};
  char text[4] = "abc";
  visit(&p);
  pass(&p);
  name(text);
  name("literal");
  assert(p.x == 1 && text[0] == 'a');
  return 0;
}
