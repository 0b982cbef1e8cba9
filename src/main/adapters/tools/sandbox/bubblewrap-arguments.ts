import type { Program, SandboxNetwork } from '../../../core/ports/sandbox-ports.ts'
import { confinedStage, PORT_PROGRAM } from './confined-stage.ts'
import type { Mount } from './mounts.ts'
import { CHANNEL, PROXY_PORT } from './port-program.ts'
import { enterArguments, type NetworkPlace } from './shared-networks.ts'

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
  /** Path of the bash that starts bwrap, checks the mounts inside, and then starts the program. */
  readonly bash: string
  /** Path of setpriv. */
  readonly setpriv: string
  readonly filter: Buffer
  /** The program that opens the port of the proxy. */
  readonly portProgram: Buffer
  /** The user that the program runs as; null: the user of this process. */
  readonly owner: { readonly uid: number; readonly gid: number } | null
  /** Where the program starts. */
  readonly start: string
  readonly network: SandboxNetwork
  /** Its place in the network of its agent; null: its network, if it has one, is its own. */
  readonly place: NetworkPlace | null
  readonly hasTerminal: boolean
  /** What the mounts must be inside, as `expectedMounts` says it. */
  readonly expected: Buffer
}

/** Most bytes of the arguments for bubblewrap. The kernel takes 2 MB for a program, with its environment. */
const MAX_BYTES = 1_000_000

/**
 * Returns the command line that confines a program with bubblewrap (docs/security.md#sandbox); null: it would be too
 * long. Without `--cap-drop ALL` root could undo the mounts, and without `--disable-userns` a user could become root in a
 * new namespace. Paths are given to bubblewrap as bytes over a file descriptor: an argument of a program that Node starts
 * is a text.
 */
export function bubblewrapProgram(
  program: Program,
  mounts: readonly Mount[],
  options: BubblewrapOptions,
): Program | null {
  const { bubblewrap, bash, setpriv, filter, portProgram, owner, start, network, place, hasTerminal, expected } =
    options
  const hasProxy = network === 'by-proxy'
  const args = [
    ...NAMESPACES,
    ...(network === 'open' || place !== null ? [] : ['--unshare-net']),
    ...(hasTerminal ? ['--new-session'] : []),
    ...SYSTEM,
    ...(hasProxy ? PORT : []),
    ...words('--remount-ro /dev'),
    ...KERNEL_CONTROLS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...mounts.flatMap(mountArguments),
    ...ENVIRONMENT,
    '--seccomp',
    '9',
    '--chdir',
    start,
  ]
  const given = escaped(Buffer.concat(args.flatMap((arg) => [Buffer.from(arg), Buffer.of(0)])))
  const view = escaped(expected)
  if (given.length + view.length > MAX_BYTES) return null
  const asOwner = owner === null ? [] : [setpriv, `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  const files = [
    ...(hasProxy ? [String(CHANNEL), escaped(portProgram)] : [String(LAST_KEPT), '']),
    place?.network ?? '',
  ]
  const enter = place === null ? [] : [place.nsenter, ...enterArguments(place.network, place.user)]
  const [givenParts, viewParts] = [parts(given), parts(view)]
  const counts = [String(viewParts.length), String(givenParts.length)]
  const proxyPort = hasProxy ? (place?.proxyPort ?? PROXY_PORT) : null
  const inside = confinedStage(program, { bash, sharesNetwork: place !== null, proxyPort })
  // Bash takes a socket on its standard input for a remote login, and would run ~/.bashrc before the sandbox begins.
  return {
    command: bash,
    args: [
      '--norc',
      '-c',
      WITH_FILES,
      escaped(filter),
      ...files,
      ...counts,
      ...viewParts,
      ...givenParts,
      ...enter,
      ...asOwner,
      bubblewrap,
      '--args',
      '7',
      '--',
      inside.command,
      ...inside.args,
    ],
  }
}

function mountArguments(mount: Mount): readonly (string | Buffer)[] {
  switch (mount.type) {
    case 'read':
      return ['--ro-bind', mount.at, mount.at]
    case 'write':
      return ['--bind', mount.from, mount.at]
    case 'empty-folder':
      return ['--size', String(mount.bytes), '--tmpfs', mount.at]
    case 'empty-file':
      // A device cannot be opened there.
      return ['--ro-bind', '/dev/null', mount.at]
  }
}

/** The last of the files that every program has. */
const LAST_KEPT = 2

/**
 * Closes the files that this process was started with, since a folder among them would lead outside, except for the
 * standard ones and `$1`. Gives the filter to bubblewrap as file descriptor 9, its arguments as 7 and `$2`, the program
 * that opens the port, as 8, and to the stage inside the expected mounts as 6 and `$3`, the network that it joins, as 5. `printf` is part of bash, and reads the
 * escaped bytes. A variable that is set here would replace the user's one of that name in the command.
 */
const WITH_FILES = [
  'closed() { local f; for f in /proc/self/fd/*; do f=${f##*/}; [ "$f" -le 2 ] || [ "$f" = "$1" ] || eval "exec $f>&-"; done; }',
  'closed "$1"',
  'exec 9< <(printf "$0")',
  '[ -z "$2" ] || exec 8< <(printf "$2")',
  '[ -z "$3" ] || exec 5<"$3"',
  'exec 6< <(for p in "${@:6:$4}"; do printf "$p"; done)',
  'exec 7< <(for p in "${@:6+$4:$5}"; do printf "$p"; done)',
  'exec "${@:6+$4+$5}"',
].join('\n')

/** What printf prints as it is, wherever it stands. */
const PLAIN = /[A-Za-z0-9/_.]/

/** For each byte, as what printf gets it. */
const ESCAPED = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  return PLAIN.test(character) ? character : `\\x${byte.toString(16).padStart(2, '0')}`
})

function escaped(bytes: Buffer): string {
  let text = ''
  for (const byte of bytes) text += ESCAPED[byte] ?? ''
  return text
}

/** The kernel takes 128 KB for one argument. */
const MAX_PART = 100_000

/** Cuts an escaped text between its bytes. */
function parts(text: string): readonly string[] {
  return text.match(PARTS) ?? []
}
const PARTS = new RegExp(`(?:\\\\x..|[^\\\\]){1,${MAX_PART / 4}}`, 'g')
