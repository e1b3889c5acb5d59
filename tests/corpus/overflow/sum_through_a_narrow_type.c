//@ overflow: unsafe
//@ twin: sum_of_a_part
/* The sum is kept in a byte: it becomes negative, and what it is multiplied with does not fit. */
static int data[4] = {60, 60, 60, 60};

int main(void)
{
    signed char sum = 0;
    for (int i = 0; i < 4; i++)
        sum += data[i];
    return (-2100000000 + sum * 5000000) > 0;
}
