//@ all: safe
//@ by: explicit
//@ twin: freertos_mutexes_in_two_orders
// Both tasks take the mutexes in one order.
long xTaskCreate(void (*f)(void *), const char *name, unsigned short stack, void *p, unsigned long priority, void **handle);
void vTaskStartScheduler(void);
void vTaskDelete(void *task);
long xSemaphoreTake(void *s, unsigned int ticks);
long xSemaphoreGive(void *s);
void *xSemaphoreCreateMutex(void);

static void *first, *second;

static void one(void *p) {
    xSemaphoreTake(first, ~0u);
    xSemaphoreTake(second, ~0u);
    xSemaphoreGive(second);
    xSemaphoreGive(first);
    vTaskDelete(0);
}

static void two(void *p) {
    xSemaphoreTake(first, ~0u);
    xSemaphoreTake(second, ~0u);
    xSemaphoreGive(second);
    xSemaphoreGive(first);
    vTaskDelete(0);
}

int main(void) {
    first = xSemaphoreCreateMutex();
    second = xSemaphoreCreateMutex();
    xTaskCreate(one, "one", 128, 0, 1, 0);
    xTaskCreate(two, "two", 128, 0, 1, 0);
    vTaskStartScheduler();
}
