//@ all: safe
//@ by: explicit bmc
//@ twin: bind_of_a_transparent_union_reads_too_much
// The address of a socket is declared as a transparent union of pointers, as glibc does where _GNU_SOURCE is defined. The function reads
// as many bytes as its length says.
struct sockaddr { unsigned short family; char data[14]; };
struct sockaddr_in { unsigned short family, port; unsigned address; char zero[8]; };
typedef union {
    const struct sockaddr *any;
    const struct sockaddr_in *in;
} address __attribute__((transparent_union));

extern int bind(int file, address address, unsigned length);

int main(void)
{
    struct sockaddr_in in = { 2, 80, 0, "" };
    if (bind(3, &in, sizeof in) < 0)
        return 1;
    return bind(3, (struct sockaddr *)&in, sizeof in) == 0;
}
