//@ unsafe
//@ twin: ring_buffer
//@ by: sequential
//@ open: assertions: the candidates of the invariant take long to be judged on a loaded machine
// A ring of four cells: what was put in comes out.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned ring[4] = {0, 0, 0, 0};
    unsigned in = 0, out = 0, filled = 0;
    while (1) {
        if (__VERIFIER_nondet_int()) {
            if (filled <= 4) {
                ring[in] = 1;
                in = (in + 1) % 4;
                filled++;
            }
        } else if (filled > 0) {
            out = (out + 1) % 4;
            filled--;
        }
        assert(filled <= 4);
    }
}
