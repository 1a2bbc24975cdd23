// libFuzzer of the Swift toolchain, called as a library (https://llvm.org/docs/LibFuzzer.html), and what an input costs.
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));

// C is not instrumented here: libFuzzer would take the numbers of clocks and of the memory for parts of an input, and no
// run would be like another.
struct fuzz_cost {
    double seconds;
    // Bytes, resident before the input, and at the peak of the process.
    uint64_t resident, peak;
};

// Returns the clock and the memory before an input.
struct fuzz_cost fuzz_before(void);

// Returns a text if the input has exceeded 2 s or 64 MB, beyond what was resident before it; NULL if it has not.
const char *fuzz_excess(struct fuzz_cost before);
