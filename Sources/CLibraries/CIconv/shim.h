#pragma once

#include <errno.h>
#include <iconv.h>
#include <stddef.h>

/* iconv_open(3) fails with the address -1, which Swift cannot compare with a pointer that it does not have. */
static inline iconv_t whereismy_iconv_open(const char *to, const char *from) {
    iconv_t descriptor = iconv_open(to, from);
    return descriptor == (iconv_t)-1 ? NULL : descriptor;
}

/* The results of whereismy_iconv, which iconv(3) gives by errno, which any code of Swift may change. */
enum { WHEREISMY_ICONV_DONE, WHEREISMY_ICONV_FULL, WHEREISMY_ICONV_INCOMPLETE, WHEREISMY_ICONV_INVALID };

static inline int whereismy_iconv(iconv_t descriptor, const char *input, size_t *left, char *output, size_t *room) {
    char *from = (char *)input;
    if (iconv(descriptor, &from, left, &output, room) != (size_t)-1) return WHEREISMY_ICONV_DONE;
    if (errno == E2BIG) return WHEREISMY_ICONV_FULL;
    return errno == EINVAL ? WHEREISMY_ICONV_INCOMPLETE : WHEREISMY_ICONV_INVALID;
}
