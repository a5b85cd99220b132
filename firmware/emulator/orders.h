/* What can be asked of the emulator through its control socket: docs/emulator.md tells each order. */
#ifndef EMULATOR_ORDERS_H
#define EMULATOR_ORDERS_H

void obey(int fd, char *line); /* and sends the answer */

#endif
