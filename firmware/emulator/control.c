#define _GNU_SOURCE
#include "control.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "board.h"
#include "line.h"
#include "orders.h"

enum mode control_mode = PACED;
bool control_reset_on_open = true, control_quit;
double control_speed = 1;

#define CLIENTS (CONTROL_MOST_POLLED - 1)
static int server = -1;
static char socket_path[sizeof ((struct sockaddr_un *)0)->sun_path];
static struct client { int fd; size_t used; char line[4096]; } clients[CLIENTS];

void control_notice_line(void)
{
    if (line_take() && control_reset_on_open) board_reset();
}

bool control_start(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    for (int i = 0; i < CLIENTS; i++) clients[i].fd = -1;
    if (strlen(path) >= sizeof address.sun_path) {
        fprintf(stderr, "the control socket's path is too long\n");
        return false;
    }
    strcpy(address.sun_path, path);
    strcpy(socket_path, path);
    struct stat there;
    server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (lstat(path, &there) == 0 && S_ISSOCK(there.st_mode)) {
        if (connect(server, (struct sockaddr *)&address, sizeof address) == 0) {
            fprintf(stderr, "%s: another emulator is running there\n", path);
            close(server);
            server = -1;
            return false;
        }
        unlink(path);                      /* left over from before */
    }
    if (server < 0 || bind(server, (struct sockaddr *)&address, sizeof address) != 0 || listen(server, 4) != 0) {
        perror(path);
        close(server);
        server = -1;                       /* what is there is not ours */
        return false;
    }
    return true;
}

void control_end(void)
{
    if (server < 0) return;
    close(server);
    unlink(socket_path);
}

unsigned control_poll(struct pollfd *into)
{
    unsigned many = 0;
    if (server < 0) return 0;
    into[many++] = (struct pollfd){server, POLLIN, 0};
    for (int i = 0; i < CLIENTS; i++) into[many++] = (struct pollfd){clients[i].fd, POLLIN, 0};
    return many;
}

static void leave(struct client *client)
{
    char rest[4096];
    while (recv(client->fd, rest, sizeof rest, MSG_DONTWAIT) > 0) {} /* unread, it would cut off our last answer */
    close(client->fd);
    client->fd = -1;
}

static void read_client(struct client *client)
{
    ssize_t many = read(client->fd, client->line + client->used, sizeof client->line - client->used);
    if (many <= 0) {
        leave(client);
        return;
    }
    client->used += (size_t)many;
    for (char *end; client->fd >= 0 && (end = memchr(client->line, '\n', client->used));) {
        *end = 0;
        obey(client->fd, client->line);
        client->used -= (size_t)(end + 1 - client->line);
        memmove(client->line, end + 1, client->used);
    }
    if (client->used == sizeof client->line) {
        static const char why[] = "error the line is too long\n";
        send(client->fd, why, sizeof why - 1, MSG_NOSIGNAL);
        leave(client);
    }
}

void control_serve(const struct pollfd *polled, unsigned many)
{
    for (unsigned i = 1; i < many; i++) {
        if (clients[i - 1].fd >= 0 && polled[i].revents) read_client(&clients[i - 1]);
    }
    if (many && polled[0].revents & POLLIN) {
        int fd = accept4(server, NULL, NULL, SOCK_CLOEXEC);
        for (int i = 0; fd >= 0 && i < CLIENTS; i++) {
            if (clients[i].fd >= 0) continue;
            clients[i] = (struct client){.fd = fd};
            return;
        }
        if (fd >= 0) close(fd);
    }
}
