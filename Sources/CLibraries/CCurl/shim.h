#pragma once

#include <curl/curl.h>

/* curl_easy_setopt is variadic, which Swift cannot call; these wrappers let the compiler check each type of value. */
static inline CURLcode whereismy_curl_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode whereismy_curl_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode whereismy_curl_headers(CURL *handle, struct curl_slist *headers) {
    return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}
static inline CURLcode whereismy_curl_body(CURL *handle, const char *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}
static inline CURLcode whereismy_curl_response_callback(CURL *handle, curl_write_callback write, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}
static inline CURLcode whereismy_curl_error_buffer(CURL *handle, char *buffer) {
    return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

/* curl_easy_getinfo is variadic too; 0 if there is no value. */
static inline long whereismy_curl_status(CURL *handle) {
    long status = 0;
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}
static inline int64_t whereismy_curl_retry_after(CURL *handle) {
    curl_off_t seconds = 0;
    return curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? seconds : 0;
}

/* The bytes of the content, and of the header fields, that were sent so far. */
static inline int64_t whereismy_curl_sent(CURL *handle) {
    curl_off_t count = 0;
    return curl_easy_getinfo(handle, CURLINFO_SIZE_UPLOAD_T, &count) == CURLE_OK ? count : 0;
}
static inline long whereismy_curl_request_size(CURL *handle) {
    long count = 0;
    return curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, &count) == CURLE_OK ? count : 0;
}

/* Macros with casts, which Swift does not import. */
static const size_t whereismy_curl_error_size = CURL_ERROR_SIZE;
static const long whereismy_curl_global_default = CURL_GLOBAL_DEFAULT;
