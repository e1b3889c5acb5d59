//@ all: safe
//@ by: explicit
//@ twin: freertos_notification_is_not_awaited
// A handler notifies a task: what it did before is done when the task goes on.
#include <assert.h>
typedef void *TaskHandle_t;
long xTaskCreate(void (*f)(void *), const char *name, unsigned short stack, void *p, unsigned long priority, TaskHandle_t *handle);
void vTaskStartScheduler(void);
void vTaskDelete(TaskHandle_t task);
unsigned long ulTaskNotifyTake(long clears, unsigned int ticks);
void vTaskNotifyGiveFromISR(TaskHandle_t task, long *woken);

static TaskHandle_t handle;
static int sample;
static _Atomic int is_done = 1;

void ADC_IRQHandler(void) {
    long woken = 0;
    if (is_done)
        return;
    sample = 7;
    is_done = 1;
    vTaskNotifyGiveFromISR(handle, &woken);
}

static void receive(void *p) {
    ulTaskNotifyTake(1, 0xffffffff);
    assert(sample == 7);
    vTaskDelete(0);
}

int main(void) {
    xTaskCreate(receive, "receive", 128, 0, 1, &handle);
    __atomic_store_n(&is_done, 0, 5);
    vTaskStartScheduler();
}
