//@ memory: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_static_out_of_statement_expression
// The value of a GNU statement expression is the address of a local of its block: dead when it is used.
int main(void) {
    int *p = ({
        int inner = 7;
        &inner;
    });
    return *p;
}
