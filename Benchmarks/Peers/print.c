/* Reads a file and prints it: the cost of the least program that shows a position from start to exit. */
#include <stdio.h>

int main(int argc, char *argv[])
{
    static char bytes[65536];
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;

    if (file == NULL)
        return fprintf(stderr, "usage: print FILE\n"), 1;
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, file)) > 0;)
        fwrite(bytes, 1, size, stdout);
    fclose(file);
    return 0;
}
