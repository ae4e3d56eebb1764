// Marks what a shared library shows to its users. Everything else is hidden,
// so that the library's own symbols never meet those of another copy.

#ifndef GABARIT_EXPORT_H_
#define GABARIT_EXPORT_H_

#if defined(__GNUC__)
#define GABARIT_EXPORT __attribute__((visibility("default")))
#else
#define GABARIT_EXPORT
#endif

#endif  // GABARIT_EXPORT_H_
