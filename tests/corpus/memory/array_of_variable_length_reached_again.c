//@ memory: unsafe  others: safe
//@ by: explicit
//@ twin: array_of_variable_length_stays
// A jump in front of the declaration ends an array of variable length (C11 6.2.4p7).
int main(void) {
    int length = 1;
    int *kept = 0;
again:;
    int array[length];
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
