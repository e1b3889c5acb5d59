//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 69_member_of_null
// The size of it is known without looking.
struct s {
    int a;
    int b;
} *p;

int main(void) {
    return sizeof p->b != sizeof(int);
}
