void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_enter_handler(void);
void __raddle_leave_handler(void);

/* Interrupts that a program requests by their numbers. */
struct __raddle_request {
    struct __raddle_request *next;
    int (*of_linux)(int, void *);
    void (*of_zephyr)(void *);
    void *argument;
    long number;
    int is_enabled;
};

static struct __raddle_request *__raddle_requests;

static void *__RADDLE_SHOWN(interrupt_request)(void *given)
{
    struct __raddle_request *request = given;
    for (;;) {
        __raddle_enter_handler();
        if (request->is_enabled) {
            if (request->of_linux)
                request->of_linux((int)request->number, request->argument);
            else
                request->of_zephyr(request->argument);
        }
        __raddle_leave_handler();
    }
}

static void __raddle_request(void *of_linux, void *of_zephyr, void *argument, long number, int is_enabled)
{
    unsigned long thread;
    struct __raddle_request *request = calloc(1, sizeof(struct __raddle_request));
    request->of_linux = (int (*)(int, void *))of_linux;
    request->of_zephyr = (void (*)(void *))of_zephyr;
    request->argument = argument;
    request->number = number;
    __VERIFIER_atomic_begin();
    request->is_enabled = is_enabled;
    request->next = __raddle_requests;
    __raddle_requests = request;
    __VERIFIER_atomic_end();
    __builtin_pthread_create(&thread, 0, __RADDLE_SHOWN(interrupt_request), request);
}

static void __raddle_enable_requests(long number, int is_enabled, int is_freed, void *argument)
{
    __VERIFIER_atomic_begin();
    for (struct __raddle_request *request = __raddle_requests; request; request = request->next)
        if (request->number == number && (!is_freed || request->argument == argument)) {
            request->is_enabled = is_enabled;
            if (is_freed)
                request->number = -1;
        }
    __VERIFIER_atomic_end();
}

int __raddle_request_irq(unsigned long number, void *handler, unsigned long flags, void *name, void *argument)
{
    __raddle_request(handler, 0, argument, number, 1);
    return 0;
}

int __raddle_devm_request_irq(void *device, unsigned long number, void *handler, unsigned long flags, void *name, void *argument)
{
    __raddle_request(handler, 0, argument, number, 1);
    return 0;
}

void *__raddle_free_irq(unsigned long number, void *argument)
{
    __raddle_enable_requests(number, 0, 1, argument);
    return 0;
}

void __raddle_disable_irq(unsigned long number)
{
    __raddle_enable_requests(number, 0, 0, 0);
}

void __raddle_disable_irq_nosync(unsigned long number)
{
    __raddle_enable_requests(number, 0, 0, 0);
}

void __raddle_enable_irq(unsigned long number)
{
    __raddle_enable_requests(number, 1, 0, 0);
}

void __raddle_synchronize_irq(unsigned long number)
{
}

int __raddle_irq_connect_dynamic(unsigned long number, unsigned long priority, void *handler, void *argument)
{
    __raddle_request(0, handler, argument, number, 0);
    return (int)number;
}

void __raddle_irq_enable(unsigned long number)
{
    __raddle_enable_requests(number, 1, 0, 0);
}

void __raddle_irq_disable(unsigned long number)
{
    __raddle_enable_requests(number, 0, 0, 0);
}
