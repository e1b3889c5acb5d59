int __raddle_result_of_getloadavg(int most);
double __VERIFIER_nondet_double(void);

/* At most three averages. */
int getloadavg(double *averages, int count)
{
    int known = __raddle_result_of_getloadavg(count > 3 ? 3 : count);
    for (int number = 0; number < known; number++)
        averages[number] = __VERIFIER_nondet_double();
    return known;
}
