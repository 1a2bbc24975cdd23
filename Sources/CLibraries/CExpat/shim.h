#pragma once

#include <expat.h>

// expat 2.9 has positions of 64 bits and marks the older functions as deprecated. Debian 13 got it as a security update.
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9)
static inline long long whereismy_xml_byte_index(XML_Parser parser) { return XML_GetCurrentByteIndex64(parser); }
static inline unsigned long long whereismy_xml_line(XML_Parser parser) { return XML_GetCurrentLineNumber64(parser); }
static inline unsigned long long whereismy_xml_column(XML_Parser parser) { return XML_GetCurrentColumnNumber64(parser); }
#else
static inline long long whereismy_xml_byte_index(XML_Parser parser) { return XML_GetCurrentByteIndex(parser); }
static inline unsigned long long whereismy_xml_line(XML_Parser parser) { return XML_GetCurrentLineNumber(parser); }
static inline unsigned long long whereismy_xml_column(XML_Parser parser) { return XML_GetCurrentColumnNumber(parser); }
#endif
