//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 13_address_out_of_statement_expression
// A static object lives on.
int main(void) {
    int *p = ({
        static int inner = 7;
        &inner;
    });
    return *p;
}
