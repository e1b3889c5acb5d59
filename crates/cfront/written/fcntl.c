void __raddle_may_be_cancelled(void);
int __raddle_result_of_fcntl(void);
/* No model and no body: unknown commands, and commands whose argument is a pointer. */
void __raddle_command_of_fcntl_without_model(void);

int fcntl(int file, int command, ...)
{
    __raddle_may_be_cancelled();
    switch (command) {
    case 0: /* F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL */
    case 1:
    case 2:
    case 3:
    case 4:
    case 1030: /* F_DUPFD_CLOEXEC, F_SETPIPE_SZ, F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS */
    case 1031:
    case 1032:
    case 1033:
    case 1034:
        break;
    default:
        __raddle_command_of_fcntl_without_model();
    }
    return __raddle_result_of_fcntl();
}
