/* libgps(3) as a peer.
 *
 * usage: gps_read HOST PORT        reads from a gpsd until the connection closes, and prints the number of epochs
 *        gps_read HOST PORT FILE   also writes FILE anew for each epoch: a page with the epoch's number
 *        gps_read --decode FILE    prints the nanoseconds for decoding the first line of FILE once */
#include <gps.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { DECODED = 100000, LINE = 4096, PAGE = 10000 };

static struct gps_data_t data;

static int write_page(const char *path, long epoch)
{
    static char page[PAGE], temporary[LINE];
    FILE *file;

    memset(page, ' ', sizeof page);
    snprintf(temporary, sizeof temporary, "%s.new", path);
    if ((file = fopen(temporary, "w")) == NULL)
        return -1;
    fprintf(file, "<p data-sequence=\"%ld\">%.9f %.9f</p>\n", epoch, data.fix.latitude, data.fix.longitude);
    fwrite(page, 1, sizeof page, file);
    fclose(file);
    return rename(temporary, path);
}

static int decode(const char *path)
{
    static char text[LINE], line[LINE];
    struct timespec start, end;
    FILE *file = fopen(path, "r");

    if (file == NULL || fgets(text, sizeof text, file) == NULL)
        return perror(path), 1;
    fclose(file);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (int count = 0; count < DECODED; count++) {
        memcpy(line, text, sizeof line);
        data.set = 0;
        gps_unpack(line, &data);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    if ((data.set & LATLON_SET) == 0)
        return fprintf(stderr, "%s has no position\n", path), 1;
    printf("%.1f\n", ((double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec)) / DECODED);
    return 0;
}

static int follow(const char *host, const char *port, const char *path)
{
    timespec_t last = {0, 0};
    long epochs = 0;

    if (gps_open(host, port, &data) != 0)
        return fprintf(stderr, "no gpsd at %s %s\n", host, port), 1;
    gps_stream(&data, WATCH_ENABLE | WATCH_JSON, NULL);
    while (gps_waiting(&data, 10 * 1000 * 1000)) {
        /* libgps does not clear the bits of earlier messages. */
        data.set = 0;
        if (gps_read(&data, NULL, 0) < 0)
            break;
        if ((data.set & TIME_SET) == 0 || memcmp(&last, &data.fix.time, sizeof last) == 0)
            continue;
        last = data.fix.time;
        epochs++;
        if (path != NULL && write_page(path, epochs) < 0)
            return perror(path), 1;
    }
    gps_close(&data);
    printf("%ld\n", epochs);
    return 0;
}

int main(int argc, char *argv[])
{
    if (argc == 3 && strcmp(argv[1], "--decode") == 0)
        return decode(argv[2]);
    if (argc == 3 || argc == 4)
        return follow(argv[1], argv[2], argc == 4 ? argv[3] : NULL);
    return fprintf(stderr, "usage: gps_read HOST PORT [FILE], or --decode FILE\n"), 1;
}
