//@ overflow: unsafe
//@ twin: sum_of_a_part
/* In the second round the sum begins with any number. */
int main(void)
{
    int last = 0;
    for (int i = 0; i < 3; i++) {
        int sum;
        if (i == 0)
            sum = 0;
        sum += 1;
        last = sum;
    }
    return last > 0;
}
