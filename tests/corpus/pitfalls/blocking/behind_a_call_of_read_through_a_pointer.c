//@ unknown
//@ twin: behind_a_call_of_a_function_through_a_pointer
// What `read` does behind a pointer is not known, but it returns: what stands behind the call is reached.
#include <assert.h>
#include <unistd.h>

int main(void) {
    char bytes[4];
    ssize_t (*get)(int, void *, size_t) = read;
    get(0, bytes, 4);
    assert(0);
    return 0;
}
