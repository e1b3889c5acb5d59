//@ assertions: unsafe  others: safe
//@ by: explicit
//@ twin: freertos_queue_hands_over
// A wait of no length fails if the queue is empty.
#include <assert.h>
typedef void *QueueHandle_t;
typedef unsigned int TickType_t;
long xTaskCreate(void (*f)(void *), const char *name, unsigned short stack, void *p, unsigned long priority, void **handle);
void vTaskStartScheduler(void);
void vTaskDelete(void *task);
QueueHandle_t xQueueCreate(unsigned long length, unsigned long size);
long xQueueSend(QueueHandle_t queue, const void *item, TickType_t ticks);
long xQueueReceive(QueueHandle_t queue, void *item, TickType_t ticks);

static QueueHandle_t queue;
static int prepared;

static void sender(void *p) {
    int item = 7;
    prepared = 1;
    xQueueSend(queue, &item, (TickType_t)-1);
    vTaskDelete(0);
}

static void receiver(void *p) {
    int item = 0;
    xQueueReceive(queue, &item, 0);
    assert(item == 7 && prepared);
    vTaskDelete(0);
}

int main(void) {
    queue = xQueueCreate(1, sizeof(int));
    xTaskCreate(sender, "sender", 128, 0, 1, 0);
    xTaskCreate(receiver, "receiver", 128, 0, 1, 0);
    vTaskStartScheduler();
}
