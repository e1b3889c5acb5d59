//@ assertions: unsafe  others: safe
//@ twin: missing_result_not_taken
// A missing result has any value, also where it is stored to a variable that had one before.
#include <assert.h>

int five_or_nothing(int v) {
    if (v)
        return 5;
}

void look(int *p) {
}

int main(void) {
    int kept = 5;
    look(&kept);
    kept = five_or_nothing(0);
    assert(kept == 5);
}
