//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 69_address_of_member_of_null
// A member of what null leads to.
struct s {
    int a;
    int b;
} *p;

int main(void) {
    return p->b;
}
