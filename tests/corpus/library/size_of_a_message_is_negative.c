//@ memory: unsafe  others: safe
//@ domain: -1 0 1 2 3
//@ twin: size_of_a_message_is_checked
// A length from the network is negative and becomes a large size.
long recv(int socket, void *buffer, unsigned long size, int flags);

int main(void)
{
    signed char length;
    char text[2];
    if (recv(0, &length, 1, 0) != 1 || length > 2)
        return 1;
    recv(0, text, length, 0);
    return 0;
}
