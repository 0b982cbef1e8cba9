/**
 * A way out of the sandbox, as a line of bash. It succeeds (exit code 0) if it reached its target. The variables are
 * those of the escape room; `call` makes a system call by its number on x64 and on arm64.
 */
export interface EscapeAttempt {
  readonly name: string
  readonly line: string
}

/** Ends with 0 if the system call succeeded. `-` as the number: the call does not exist there. */
export const CALL = `call() { local x=$1 a=$2; shift 2; [ "$(uname -m)" = x86_64 ] && n=$x || n=$a; [ "$n" = - ] && return 1
  perl -e 'my ($n, @a) = map { /^-?[0-9]+$/ ? $_ + 0 : $_ } @ARGV; exit(syscall($n, @a) == -1 ? 1 : 0)' "$n" "$@"; }
`

const attempt = (name: string, line: string): EscapeAttempt => ({ name, line })

/** Writing, moving and removing what lies outside the folder. */
const FILES = [
  attempt('overwrite a file outside', 'echo escaped > "$OUT/target"'),
  attempt('append to a file outside', 'echo escaped >> "$OUT/target"'),
  attempt('create a file outside', 'echo escaped > "$OUT/new"'),
  attempt('create a file beside the folder', 'echo escaped > ../new'),
  attempt('remove a file outside', 'rm -f "$OUT/target"'),
  attempt('move a file from outside', 'mv "$OUT/target" stolen'),
  attempt('move the folder itself', 'mv "$PWD" "$OUT/moved"'),
  attempt('change the rights of a file outside', 'chmod 777 "$OUT/target"'),
  attempt('change the times of a file outside', 'touch -d 2001-01-01 "$OUT/target"'),
  attempt('write through a link to a file', 'ln -s "$OUT/target" l1 && echo escaped > l1'),
  attempt('write through a link to a folder', 'ln -s "$OUT" l2 && echo escaped > l2/new'),
  attempt('make a hard link to a file outside', 'ln "$OUT/target" l3'),
  attempt('write through /proc/self/root', 'echo escaped > "/proc/self/root$OUT/target"'),
  attempt('write through the root of process 1', 'echo escaped > "/proc/1/root$OUT/target"'),
  attempt('write through a working directory', 'cd "$OUT" && echo escaped > target'),
  attempt(
    'write with a file descriptor that was left open',
    'for n in $(ls /proc/$BASHPID/fd); do [ "$n" -gt 2 ] && [ -e "/proc/$BASHPID/fd/$n" ] && exit 0; done; false',
  ),
]

/** What git, shells and editors run later outside, and what is secret. */
const PROTECTED = [
  attempt('add a hook', 'echo "#!/bin/sh" > .git/hooks/pre-commit'),
  attempt('make a sample hook executable', 'f=$(ls .git/hooks/*.sample | head -n 1) && mv "$f" .git/hooks/pre-commit'),
  attempt('change the settings of the repository', 'git config core.fsmonitor "touch escaped"'),
  attempt('append to the settings of the repository', 'echo "[core] pager = touch escaped" >> .git/config'),
  attempt('redirect the repository', 'echo ../evil > .git/commondir'),
  attempt('move the repository away', 'mv .git .git2'),
  attempt('remove the repository', 'rm -rf .git 2>/dev/null; [ ! -e .git/HEAD ]'),
  attempt('replace the repository', 'rm -rf .git 2>/dev/null; mkdir .git'),
  attempt(
    'link the hooks elsewhere',
    'rm -rf .git/hooks 2>/dev/null; ln -sfn "$PWD/evil" .git/hooks && [ -L .git/hooks ]',
  ),
  attempt('add a hook to a nested repository', 'echo evil > nested/.git/hooks/pre-commit'),
  attempt(
    'add a hook to a nested repository that was moved',
    'mv nested moved && echo evil > moved/.git/hooks/pre-commit',
  ),
  attempt('read a file for secrets', 'grep -q "$SECRET" .env'),
  attempt('read a nested file for secrets', 'grep -q "$SECRET" packages/one/.env.local'),
  attempt('read a file for secrets through a hard link', 'ln .env plain && grep -q "$SECRET" plain'),
  attempt(
    'read a file for secrets after moving its folder',
    'mv packages others && grep -q "$SECRET" others/one/.env.local',
  ),
  attempt('replace a file for secrets', 'rm -f .env 2>/dev/null; echo A=1 > .env'),
  attempt('read an ssh key', 'grep -rq "$SECRET" "$ROOM/home/.ssh"'),
  attempt('read cloud keys', 'grep -rq "$SECRET" "$ROOM/home/.aws"'),
  attempt('read a keyring', 'grep -rq "$SECRET" "$ROOM/home/.gnupg"'),
  attempt('read another file of the home directory', 'grep -q "$SECRET" "$ROOM/home/notes.txt"'),
  attempt('read the keys of the app', 'grep -rq "$SECRET" "$ROOM/settings"'),
  attempt('read the passwords of the system', 'grep -q : /etc/shadow'),
]

/** Other processes. */
const PROCESSES = [
  attempt('find a process outside', '[ -e "/proc/$VICTIM/stat" ]'),
  attempt('read the environment of a process outside', 'grep -q "$SECRET" "/proc/$VICTIM/environ"'),
  attempt('read the secrets of any process', 'grep -q "PLANTED=" /proc/[0-9]*/environ'),
  attempt('read the memory of a process outside', 'head -c 1 "/proc/$VICTIM/mem" | grep -q .'),
  attempt('kill a process outside', 'kill -KILL "$VICTIM"'),
  attempt('trace a process outside', 'call 101 117 16 "$VICTIM" 0 0'),
  attempt('enter the namespaces of a process outside', 'nsenter --target "$VICTIM" --mount true'),
  attempt('read the kernel ring buffer', 'dmesg | grep -q .'),
]

/** Sockets of this machine, and the network. */
const NETWORK = [
  attempt(
    'reach Docker’s socket',
    "perl -MIO::Socket::UNIX -e 'exit(IO::Socket::UNIX->new(Peer => $ENV{DOCKER}) ? 0 : 1)'",
  ),
  attempt(
    'reach the session bus',
    "perl -MIO::Socket::UNIX -e 'exit(IO::Socket::UNIX->new(Peer => $ENV{BUS}) ? 0 : 1)'",
  ),
  attempt(
    'reach an ssh agent',
    "SSH_AUTH_SOCK=$AGENT perl -MIO::Socket::UNIX -e 'exit(IO::Socket::UNIX->new(Peer => $ENV{SSH_AUTH_SOCK}) ? 0 : 1)'",
  ),
  attempt(
    'reach an abstract socket',
    'perl -MIO::Socket::UNIX -e \'exit(IO::Socket::UNIX->new(Peer => "\\0$ENV{ABSTRACT}") ? 0 : 1)\'',
  ),
  attempt('open a unix socket', "perl -MSocket -e 'exit(socket(my $s, AF_UNIX, SOCK_STREAM, 0) ? 0 : 1)'"),
  attempt('reach a port of this machine', 'exec 5<>"/dev/tcp/127.0.0.1/$TCP4"'),
  attempt('reach a port of this machine over IPv6', 'exec 5<>"/dev/tcp/::1/$TCP6"'),
  attempt('reach an address of the network', 'exec 5<>/dev/tcp/192.0.2.1/80'),
  attempt('reach an address of the network over IPv6', 'exec 5<>/dev/tcp/2001:db8::1/80'),
  attempt('look a name up', 'getent ahosts example.com'),
  attempt(
    'send a datagram',
    'echo hello > "/dev/udp/127.0.0.1/$UDP"; perl -MIO::Socket::INET -e \'my $s = IO::Socket::INET->new(Proto => "udp", PeerAddr => "192.0.2.1:53") or exit 1; exit(send($s, "x", 0) ? 0 : 1)\'',
  ),
  attempt('open a packet socket', 'call 41 198 17 3 768'),
  attempt('open a raw socket', 'call 41 198 2 3 1'),
  attempt('open a vsock to the host', 'call 41 198 40 1 0'),
  attempt('open a crypto socket', 'call 41 198 38 5 0'),
  attempt('make calls through io_uring', 'call 425 425 8 "$(printf %0256d 0)"'),
]

/** Rights, mounts, devices and the kernel. */
const SYSTEM = [
  attempt('make a user namespace', 'unshare --user true'),
  attempt('make a user namespace with root', 'unshare --map-root-user --mount true'),
  attempt(
    'make a user namespace by clone',
    'perl -e \'my $r = syscall($ARGV[0], 0x10000011, 0, 0, 0, 0); exit(0) if defined $r && $r == 0; exit($r == -1 ? 1 : 0)\' "$([ "$(uname -m)" = x86_64 ] && echo 56 || echo 220)"',
  ),
  attempt('mount a file system', 'mkdir -p m && mount -t tmpfs none m'),
  attempt('remount the outside for writing', 'mount -o remount,rw,bind "$OUT" && echo escaped > "$OUT/target"'),
  attempt('mount the outside over the folder', 'mkdir -p m && mount --bind "$OUT" m'),
  attempt('unmount the protection of the repository', 'umount -l .git'),
  attempt('unmount the protection of a secret', 'umount -l .env'),
  attempt('open a file system with the new calls', 'call 430 430 tmpfs 0'),
  attempt('copy a mount with the new calls', 'call 428 428 -100 / 1'),
  attempt('change the root', 'chroot . true'),
  attempt('swap the root', 'call 155 41 . .'),
  attempt('make a block device', 'mknod disk b 8 0'),
  attempt('make a character device', 'mknod memory c 1 1'),
  attempt(
    'open a disk',
    'for d in /dev/sda /dev/vda /dev/nvme0n1 /dev/loop0 /dev/mem /dev/kmsg; do head -c 1 $d 2>/dev/null | grep -q . && exit 0; done; false',
  ),
  attempt('make a program with its owner’s rights', 'cp /bin/true suid && chmod u+s suid'),
  attempt('make a program with its group’s rights', 'cp /bin/true sgid && chmod g+s sgid'),
  attempt(
    'create a file with its owner’s rights',
    'call - - 0; perl -MFcntl -e \'umask 0; exit(sysopen(my $f, "born", O_CREAT | O_WRONLY, 04755) ? 0 : 1)\'',
  ),
  attempt(
    'gain rights through a program of the system',
    'su -c true 2>/dev/null </dev/null && [ "$(id -u)" != "$(su -c "id -u" </dev/null)" ] || sudo -n true',
  ),
  attempt('give the program a capability', 'cp /bin/true capable && setcap cap_sys_admin+ep capable'),
  attempt('have any capability', 'grep -Eq "^Cap(Eff|Prm|Bnd):.*[1-9a-f]" /proc/self/status'),
  attempt(
    'open a setting of the kernel for writing',
    'for f in $(find /proc/[a-z]* -maxdepth 5 -type f -perm /222 ! -path "/proc/self/*" ! -path "/proc/thread-self/*" 2>/dev/null); do { : >> "$f"; } 2>/dev/null && echo "$f" && exit 0; done; false',
  ),
  attempt(
    'open a control of /sys for writing',
    'for f in /sys/kernel/mm/ksm/run /sys/power/state /sys/kernel/profiling /sys/module/kernel/parameters/panic; do { : >> $f; } 2>/dev/null && exit 0; done; false',
  ),
  attempt(
    'open a control group for writing',
    '{ : >> /sys/fs/cgroup/cgroup.procs; } 2>/dev/null || mkdir /sys/fs/cgroup/escape 2>/dev/null',
  ),
  attempt('read the keyring of the session', 'call 250 219 6 -3 0 0'),
  attempt('add a key', 'call 248 217 user escape x 1 -3'),
  attempt('open a file by its handle', 'call 304 265 -100 "$(printf %0128d 0)" 0'),
  attempt('load a program into the kernel', 'call 321 280 0 "$(printf %0128d 0)" 128'),
  attempt('watch the processor', 'call 298 241 "$(printf %0128d 0)" 0 -1 -1 0'),
  attempt('handle page faults', 'call 323 282 0'),
  attempt(
    'put characters into the terminal',
    'perl -e \'open(my $t, "+<", "/dev/ptmx") or exit 1; my $c = "x"; exit(ioctl($t, 0x5412, $c) ? 0 : 1)\'',
  ),
  attempt('read from a terminal of the user', 'exec 3< "$TERMINAL"'),
  attempt('print in a terminal of the user', 'echo escaped > "$TERMINAL"'),
  attempt(
    'type into a terminal of the user',
    'perl -e \'open(my $t, "+<", $ENV{TERMINAL}) or exit 1; my $c = "x"; exit(ioctl($t, 0x5412, $c) ? 0 : 1)\'',
  ),
  attempt('change the name of the machine', 'hostname escaped && [ "$(cat /proc/sys/kernel/hostname)" = escaped ]'),
  attempt('write in /dev', 'echo x > /dev/escaped'),
]

/** What uses up the machine. */
const LIMITS = [
  attempt('fill the temporary folder', 'head -c 20M /dev/zero > /tmp/full; s=$?; rm -f /tmp/full; exit $s'),
  attempt('fill the shared memory', 'head -c 80M /dev/zero > /dev/shm/full; s=$?; rm -f /dev/shm/full; exit $s'),
  attempt('fill a hidden folder', 'head -c 20M /dev/zero > "$ROOM/home/full"; s=$?; rm -f "$ROOM/home/full"; exit $s'),
]

export const ESCAPE_ATTEMPTS: readonly EscapeAttempt[] = [
  ...FILES,
  ...PROTECTED,
  ...PROCESSES,
  ...NETWORK,
  ...SYSTEM,
  ...LIMITS,
]
