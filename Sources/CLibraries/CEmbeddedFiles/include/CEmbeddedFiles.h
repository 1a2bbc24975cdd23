#pragma once

/* Files as they were when a program was built, as texts in its read-only data. The compiler copies them (C23's #embed), which
 * takes a moment where an array of numbers in Swift takes a minute. Each table is an object of its own: a program contains
 * only those that it uses. */

#pragma clang assume_nonnull begin

struct whereismy_embedded_file {
    /* NULL after the last one. */
    const char *_Nullable name;
    /* UTF-8, ended by NUL. */
    const char *_Nullable text;
};

/* The Mustache templates and their partials, by their names in templates/. */
const struct whereismy_embedded_file *whereismy_page_templates(void);

/* The files of the live page, by their paths below templates/. */
const struct whereismy_embedded_file *whereismy_page_assets(void);

/* The files of the pages of a fleet, by their paths below templates/. */
const struct whereismy_embedded_file *whereismy_fleet_assets(void);

/* The scripts of the schema of a fleet's database, by their names in Schema/. */
const struct whereismy_embedded_file *whereismy_fleet_schema(void);

#pragma clang assume_nonnull end
