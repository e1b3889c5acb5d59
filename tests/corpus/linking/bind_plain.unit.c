// The plain declaration of a function whose parameter main's file declares as a transparent union.
#include "address.h"

extern int bind(int file, const struct address *address, unsigned length);

int bound(struct address *address) {
    return bind(3, address, sizeof *address) == 0;
}
