//@ all: safe
//@ twin: assertions_of_other_tools
// What was assumed before need not be feared.
void __CPROVER_assert(_Bool condition, const char *text);
void __ESBMC_assert(_Bool condition, const char *text);
void __CPROVER_assume(_Bool condition);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __CPROVER_assume(x != 7);
  __CPROVER_assert(x == x, "equal");
  __ESBMC_assert(x != 7, "not seven");
  return 0;
}
