/*
 * Two tasks of FreeRTOS share a measurement. One of them waits ten ticks for the mutex, and goes on without it.
 *
 *   raddle check examples/rtos_sensor.c
 *   VERDICT: UNSAFE (data-race)
 */
typedef void *SemaphoreHandle_t;
typedef unsigned int TickType_t;
typedef long BaseType_t;
#define portMAX_DELAY 0xffffffffu

BaseType_t xTaskCreate(void (*task)(void *), const char *name, unsigned short stack, void *argument, unsigned long priority,
                       void **handle);
void vTaskStartScheduler(void);
void vTaskDelete(void *task);
SemaphoreHandle_t xSemaphoreCreateMutex(void);
BaseType_t xSemaphoreTake(SemaphoreHandle_t mutex, TickType_t ticks);
BaseType_t xSemaphoreGive(SemaphoreHandle_t mutex);

static SemaphoreHandle_t mutex;
static int temperature, humidity;

static void measure(void *unused) {
    xSemaphoreTake(mutex, portMAX_DELAY);
    temperature = 21;
    humidity = 40;
    xSemaphoreGive(mutex);
    vTaskDelete(0);
}

static void report(void *unused) {
    int sum;
    BaseType_t is_taken = xSemaphoreTake(mutex, 10);
    sum = temperature + humidity;
    if (is_taken)
        xSemaphoreGive(mutex);
    (void)sum;
    vTaskDelete(0);
}

int main(void) {
    mutex = xSemaphoreCreateMutex();
    xTaskCreate(measure, "measure", 128, 0, 2, 0);
    xTaskCreate(report, "report", 128, 0, 1, 0);
    vTaskStartScheduler();
    return 0;
}
