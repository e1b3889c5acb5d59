//@ all: safe
//@ by: explicit
//@ twin: kernel_work_is_not_cancelled
// cancel_work_sync waits until the work item does not run.
struct work_struct { long l[4]; };
void INIT_WORK(struct work_struct *w, void (*f)(struct work_struct *));
int schedule_work(struct work_struct *w);
int cancel_work_sync(struct work_struct *w);

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
    cancel_work_sync(&work);
    result = 2;
}
