//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 69_number_as_address_not_used
// A number is no address of an object.
int main(void) {
    int *p = (int *)65;
    return *p;
}
