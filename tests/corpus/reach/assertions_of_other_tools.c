//@ assertions: unsafe  others: safe
//@ domain: 0 7
//@ twin: assumptions_of_other_tools
// The assertions of CBMC and ESBMC count.
void __CPROVER_assert(_Bool condition, const char *text);
void __ESBMC_assert(_Bool condition, const char *text);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  __CPROVER_assert(x == x, "equal");
  __ESBMC_assert(x != 7, "not seven");
  return 0;
}
