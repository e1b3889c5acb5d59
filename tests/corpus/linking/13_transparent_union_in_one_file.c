//@ all: safe
//@ with: bind_plain.unit.c
//@ by: explicit bmc
//@ twin: 14_transparent_union_in_one_file_reads_too_much
// One file declares the address of a socket as a transparent union, as glibc does where _GNU_SOURCE is defined, the other one as a pointer.
#include "address.h"

typedef union {
    const struct address *any;
    const char *bytes;
} argument __attribute__((transparent_union));

extern int bind(int file, argument address, unsigned length);
int bound(struct address *address);

int main(void) {
    struct address own = { 2, "" };
    return bind(3, &own, sizeof own) == 0 && bound(&own);
}
