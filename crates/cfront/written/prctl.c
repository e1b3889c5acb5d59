void __raddle_reads_text(const char *text);
int __raddle_result_of_prctl(void);
/* No model and no body: options whose argument is a pointer. */
void __raddle_option_of_prctl_without_model(void);

int prctl(int option, ...)
{
    __builtin_va_list arguments;
    switch (option) {
    case 15: /* PR_SET_NAME */
        __builtin_va_start(arguments, option);
        __raddle_reads_text(__builtin_va_arg(arguments, const char *));
        __builtin_va_end(arguments);
        break;
    case 1: /* PR_SET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_SET_KEEPCAPS */
    case 3:
    case 4:
    case 8:
    case 23: /* PR_CAPBSET_READ, PR_CAPBSET_DROP, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK */
    case 24:
    case 29:
    case 30:
    case 36: /* PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS */
    case 38:
    case 39:
        break;
    default:
        __raddle_option_of_prctl_without_model();
    }
    return __raddle_result_of_prctl();
}
