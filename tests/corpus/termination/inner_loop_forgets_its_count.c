//@ safe
//@ by: ranking
//@ twin: outer_loop_forgets_its_count
// The inner loop begins anew, and the outer one is done after four rounds.
int main(void) {
    unsigned rounds = 0, count = 0;
    while (count <= 3) {
        rounds = 0;
        do rounds++;
        while (rounds < 5);
        count++;
    }
    return 0;
}
