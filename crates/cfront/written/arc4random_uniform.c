unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

unsigned int arc4random_uniform(unsigned int bound)
{
    unsigned int number = __VERIFIER_nondet_uint();
    __VERIFIER_assume(bound == 0 ? number == 0 : number < bound);
    return number;
}
