#pragma once

#include <zlib.h>

/* A macro, which Swift leaves out; 15 bits of window and 16 more for the header of gzip (zlib.h, deflateInit2). */
static inline int whereismy_gzip_start(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/* The same for what is read. */
static inline int whereismy_gunzip_start(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}
