//@ all: safe
//@ by: explicit
//@ twin: array_of_variable_length_reached_again
// No jump leads in front of the declaration.
int main(void) {
    int length = 1;
    int *kept = 0;
    int array[length];
again:
    array[0] = length;
    if (kept == 0) {
        kept = array;
    }
    length++;
    if (length < 3) {
        goto again;
    }
    *kept = 1;
    return 0;
}
