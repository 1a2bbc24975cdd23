#pragma once

#include <zlib.h>

/* A macro, which Swift does not import; 15 bits of window, plus 16 for the gzip header (zlib.h, deflateInit2). */
static inline int whereismy_gzip_start(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/* The same for decompression. */
static inline int whereismy_gunzip_start(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}

/* Decompression of a gzip file, or of deflated data without a header, as in a zip archive. */
static inline int whereismy_inflate_start(z_stream *stream, int is_raw) {
    return inflateInit2(stream, is_raw ? -15 : 15 + 16);
}
