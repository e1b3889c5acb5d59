//@ assertions: safe  others: safe
//@ twin: missing_result_read
// The end of the function is not reached: the result is not missing.
#include <assert.h>

int five_or_nothing(int v) {
    if (v)
        return 5;
}

void look(int *p) {
}

int main(void) {
    int kept = 7;
    look(&kept);
    kept = five_or_nothing(1);
    assert(kept == 5);
}
