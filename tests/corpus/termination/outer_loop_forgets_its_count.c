//@ unsafe
//@ by: ranking
//@ twin: inner_loop_forgets_its_count
// The inner loop ends each time, and the outer one never: one of the two goes on in each state, though none does in all.
int main(void) {
    unsigned rounds = 0, count = 0;
    while (count <= 3) {
        count = 0;
        do rounds++;
        while (rounds < 5);
        count++;
    }
    return 0;
}
