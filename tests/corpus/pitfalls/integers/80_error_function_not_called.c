//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 80_error_function_with_empty_body
// If it is called.
void reach_error(void) {}

int main(void) {
    int x = 0;
    if (x)
        reach_error();
    return 0;
}
