//@ all: safe
//@ by: explicit bmc
//@ domain: -1 0 3 7
//@ twin: pipe_is_not_looked_at
// A pipe may fail, and has two files.
#include <assert.h>
#include <unistd.h>

int main(void) {
    int files[2] = {-1, -1};
    if (pipe(files) != 0) return 0;
    assert(files[0] >= 0 && files[1] >= 0);
    return 0;
}
