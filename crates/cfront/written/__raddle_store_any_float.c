float __raddle_result_of_scanned_float(void);
double __raddle_result_of_scanned_double(void);
long double __raddle_result_of_scanned_long_double(void);

/* The value of a number whose text was read: any one of the type that so many letters `l` in front of the conversion stand for. */
void __raddle_store_any_float(int longs, void *target)
{
    if (longs >= 2)
        *(long double *)target = __raddle_result_of_scanned_long_double();
    else if (longs == 1)
        *(double *)target = __raddle_result_of_scanned_double();
    else
        *(float *)target = __raddle_result_of_scanned_float();
}
