/* All that the firmware wants of a C library: for `make arm`, which links nothing. */
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
