//@ assertions: unsafe  others: safe
//@ termination: safe
//@ by: explicit
//@ twin: 80_error_function_not_called
// reach_error counts, though its body is empty.
void reach_error(void) {}

int main(void) {
    int x = 1;
    if (x)
        reach_error();
    return 0;
}
