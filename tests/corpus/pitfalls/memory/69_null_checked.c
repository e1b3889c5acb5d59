//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 69_null_dereferenced
// Checked.
int *p;

int main(void) {
    return p ? *p : 0;
}
