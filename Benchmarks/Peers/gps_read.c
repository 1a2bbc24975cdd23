/* The reading loop of libgps(3), as a peer: reads from a gpsd until the connection closes, and prints the number of
 * epochs. */
#include <gps.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[])
{
    static struct gps_data_t data;
    timespec_t last = {0, 0};
    long epochs = 0;

    if (argc != 3 || gps_open(argv[1], argv[2], &data) != 0) {
        fprintf(stderr, "usage: gps_read HOST PORT, the address of a gpsd\n");
        return 1;
    }
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
    }
    gps_close(&data);
    printf("%ld\n", epochs);
    return 0;
}
