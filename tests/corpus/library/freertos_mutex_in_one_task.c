//@ data-race: unsafe  locks: unsafe  others: safe
//@ by: explicit
//@ twin: freertos_mutex_in_both_tasks
// A wait with an end may fail: the task goes on without the mutex.
typedef void *TaskHandle_t;
typedef long BaseType_t;
typedef void *SemaphoreHandle_t;
BaseType_t xTaskCreate(void (*f)(void *), const char *name, unsigned short stack, void *p, unsigned long priority, TaskHandle_t *h);
void vTaskStartScheduler(void);
void vTaskDelete(TaskHandle_t task);
void vTaskDelay(unsigned long ticks);
BaseType_t xSemaphoreTake(SemaphoreHandle_t s, unsigned long ticks);
BaseType_t xSemaphoreGive(SemaphoreHandle_t s);
SemaphoreHandle_t xSemaphoreCreateMutex(void);

static int shared;
static SemaphoreHandle_t m;

static void reader(void *p) {
    if (xSemaphoreTake(m, 10) == 0)
        vTaskDelay(1);
    shared++;
    xSemaphoreGive(m);
    vTaskDelete(0);
}

static void writer(void *p) {
    xSemaphoreTake(m, 0xffffffff);
    shared--;
    xSemaphoreGive(m);
    vTaskDelete(0);
}

int main(void) {
    m = xSemaphoreCreateMutex();
    xTaskCreate(reader, "reader", 128, 0, 1, 0);
    xTaskCreate(writer, "writer", 128, 0, 2, 0);
    shared = 1;
    vTaskStartScheduler();
}
