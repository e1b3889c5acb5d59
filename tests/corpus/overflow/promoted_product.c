//@ unsafe
//@ by: explicit
// unsigned short is promoted to int.
int main(void) {
    unsigned short a = 65535;
    return a * a == 1;
}
