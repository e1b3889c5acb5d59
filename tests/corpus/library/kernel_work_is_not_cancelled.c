//@ data-race: unsafe  others: safe
//@ by: explicit
//@ twin: kernel_work_is_cancelled_before_the_end
// The work item may run beside the end of the module.
struct work_struct { long l[4]; };
void INIT_WORK(struct work_struct *w, void (*f)(struct work_struct *));
int schedule_work(struct work_struct *w);

static struct work_struct work;
static int result;

static void compute(struct work_struct *w) {
    result = 1;
}

int init_module(void) {
    INIT_WORK(&work, compute);
    schedule_work(&work);
    return 0;
}

void cleanup_module(void) {
    result = 2;
}
