//@ assertions: unsafe  data-race: unsafe  others: safe
//@ by: explicit
//@ twin: freertos_notification_from_an_interrupt
// The wait for the notification may end without one.
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
    ulTaskNotifyTake(1, 100);
    assert(sample == 7);
    vTaskDelete(0);
}

int main(void) {
    xTaskCreate(receive, "receive", 128, 0, 1, &handle);
    __atomic_store_n(&is_done, 0, 5);
    vTaskStartScheduler();
}
