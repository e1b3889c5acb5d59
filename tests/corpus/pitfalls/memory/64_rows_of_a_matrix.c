//@ all: safe
//@ termination: safe
//@ by: explicit
//@ twin: 64_rows_of_a_matrix_overlap
// Each thread has its own row.
#include <assert.h>
#include <pthread.h>

int matrix[2][2];

void *writer(void *p) {
    int *row = p;
    for (int i = 0; i < 2; i++)
        row[i] = i + 1;
    return 0;
}

int main(void) {
    pthread_t t1, t2;
    pthread_create(&t1, 0, writer, matrix[0]);
    pthread_create(&t2, 0, writer, matrix[1]);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    assert(matrix[0][1] + matrix[1][0] == 3);
    return 0;
}
