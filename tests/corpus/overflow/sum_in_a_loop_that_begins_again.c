//@ overflow: unsafe
//@ twin: sum_of_a_part
/* The inner loop has two rounds, but it runs six times. */
static int data[2] = {200000000, 250000000};

int main(void)
{
    int sum = 0;
    for (int round = 0; round < 6; round++) {
        int i = 0;
        while (i < 2) {
            sum += data[i];
            i++;
        }
    }
    return sum > 0;
}
