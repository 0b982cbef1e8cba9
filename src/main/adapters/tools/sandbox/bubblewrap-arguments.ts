import type { Program, SandboxNetwork } from '../../../core/ports/sandbox-ports.ts'
import { PORT_PROGRAM, withListener } from './listener-stage.ts'
import { CHANNEL } from './port-program.ts'

/** A file or folder that exists, absolute and with symlinks resolved. */
export interface Place {
  readonly path: string
  readonly isFolder: boolean
}

/** The file system as a confined program can read it: the whole of it, read-only, except for these. */
export interface FileView {
  /** Where the program starts. */
  readonly start: string
  /** Folders in which it can write. */
  readonly writable: readonly string[]
  readonly network: SandboxNetwork
  readonly hasTerminal: boolean
  /** Places outside the folder without their content. */
  readonly hiddenOutside: readonly Place[]
  /** Places inside `hiddenOutside` that are readable nevertheless. */
  readonly shown: readonly Place[]
  /** Places without their content, inside a writable folder or a shown one. */
  readonly hidden: readonly Place[]
  /** Places in a writable folder that cannot be changed, moved or removed. */
  readonly readOnly: readonly Place[]
}

/**
 * Settings of the kernel, which belong to root: a program that runs as root needs no capability to write them. bwrap
 * 0.8 itself leaves `/proc/sys` writable.
 */
const KERNEL_CONTROLS = [
  'sys',
  'sysrq-trigger',
  'irq',
  'bus',
  'fs',
  'acpi',
  'scsi',
  'driver',
  'mtrr',
  'asound',
  'pressure',
].map((name) => `/proc/${name}`)

/** Size of the private `/tmp`, bytes. It is memory. */
export const PRIVATE_TMP_BYTES = 512 * 1024 ** 2
const SHARED_MEMORY_BYTES = 64 * 1024 ** 2
/** Size of a hidden folder, in which a program may write without effect, bytes. */
const HIDDEN_BYTES = 16 * 1024 ** 2

const words = (text: string): readonly string[] => text.split(' ')

/** Namespaces of its own for everything but the network, no rights in them, and none to make more. */
const NAMESPACES = words(
  '--unshare-user --disable-userns --cap-drop ALL --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --die-with-parent',
)
const SYSTEM = words(`--ro-bind / / --dev /dev --proc /proc --size ${SHARED_MEMORY_BYTES} --tmpfs /dev/shm`)
const PORT = words(`--perms 0555 --ro-bind-data 8 ${PORT_PROGRAM}`)
const ENVIRONMENT = words('--setenv TMPDIR /tmp --setenv XDG_CACHE_HOME /tmp/.cache --unsetenv TMP --unsetenv TEMP')

export interface BubblewrapOptions {
  /** Path of bwrap. */
  readonly bubblewrap: string
  readonly filter: Buffer
  /** The program that opens the port of the proxy. */
  readonly portProgram: Buffer
  /** The user that the program runs as; null: the user of this process. */
  readonly owner: { readonly uid: number; readonly gid: number } | null
  /** Bytes. */
  readonly tmpBytes: number
}

/**
 * Returns the command line that confines a program with bubblewrap (docs/security.md#sandbox). The order counts: a
 * later mount covers an earlier one. Without `--cap-drop ALL` root could undo the mounts, and without
 * `--disable-userns` a user could become root in a new namespace.
 */
export function bubblewrapProgram(program: Program, view: FileView, options: BubblewrapOptions): Program {
  const { bubblewrap, filter, portProgram, owner, tmpBytes } = options
  const hasProxy = view.network === 'by-proxy'
  const inside = hasProxy ? withListener(program) : program
  const args = [
    ...NAMESPACES,
    ...(view.network === 'open' ? [] : ['--unshare-net']),
    ...(view.hasTerminal ? ['--new-session'] : []),
    ...SYSTEM,
    ...(hasProxy ? PORT : []),
    ...words('--remount-ro /dev'),
    ...KERNEL_CONTROLS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...view.hiddenOutside.flatMap(hide),
    '--size',
    String(tmpBytes),
    '--tmpfs',
    '/tmp',
    ...view.shown.flatMap(({ path }) => ['--ro-bind', path, path]),
    ...view.writable.flatMap((path) => ['--bind', path, path]),
    ...view.readOnly.flatMap(({ path }) => ['--ro-bind', path, path]),
    ...view.hidden.flatMap(hide),
    ...ENVIRONMENT,
    '--seccomp',
    '9',
    '--chdir',
    view.start,
    '--',
    inside.command,
    ...inside.args,
  ]
  const asOwner = owner === null ? [] : ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  const files = hasProxy ? [String(CHANNEL), escaped(portProgram)] : [String(LAST_KEPT), '']
  // Bash takes a socket on its standard input for a remote login, and would run ~/.bashrc before the sandbox begins.
  return {
    command: 'bash',
    args: ['--norc', '-c', WITH_FILES, escaped(filter), ...files, ...asOwner, bubblewrap, ...args],
  }
}

/** The last of the files that every program has. */
const LAST_KEPT = 2

/**
 * Closes the files that this process was started with, since a folder among them would lead outside, except for the
 * standard ones and `$1`, and gives the filter to bubblewrap as file descriptor 9, and `$2`, the program that opens the
 * port, as file descriptor 8. `printf` is part of bash, and reads the escaped bytes.
 */
const WITH_FILES =
  'for f in /proc/self/fd/*; do f=${f##*/}; [ "$f" -le 2 ] || [ "$f" = "$1" ] || eval "exec $f>&-"; done; exec 9< <(printf "$0"); [ -z "$2" ] || exec 8< <(printf "$2"); shift 2; exec "$@"'

function escaped(bytes: Buffer): string {
  return [...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}

/** A folder becomes empty, a file unreadable: a device cannot be opened there. */
function hide({ path, isFolder }: Place): readonly string[] {
  return isFolder ? ['--size', String(HIDDEN_BYTES), '--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}
