// Counts the calls of malloc in a process that this library is preloaded into; `Scripts/bench combine` does so where
// the C library is glibc. The benchmark program finds the count by its name.
#include <stddef.h>

extern void *__libc_malloc(size_t size);

static unsigned long count;

void *malloc(size_t size) {
    __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
    return __libc_malloc(size);
}

unsigned long harmony_allocation_count(void) {
    return __atomic_load_n(&count, __ATOMIC_RELAXED);
}
