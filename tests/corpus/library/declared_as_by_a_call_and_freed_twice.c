//@ memory: unsafe
//@ by: explicit bmc
//@ twin: declared_as_by_a_call
// The memory is freed twice.
extern int(malloc)();
extern int free();

int main(void)
{
    int *number = malloc(sizeof *number);
    free(number);
    free(number);
    return 0;
}
