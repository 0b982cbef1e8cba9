/** Processors whose system calls are known here; names as in `process.arch`. */
export type FilteredArch = 'x64' | 'arm64'

export function isFilteredArch(arch: string): arch is FilteredArch {
  return arch === 'x64' || arch === 'arm64'
}

/** AUDIT_ARCH_* of linux/audit.h. */
const AUDIT_ARCH: Readonly<Record<FilteredArch, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 }

/**
 * System calls that fail with EPERM, as numbers on x64 and arm64 (asm/unistd_64.h, asm-generic/unistd.h). They change
 * mounts or namespaces, load code into the kernel, read keyrings, take open files of other processes, or (io_uring)
 * make other calls past this filter.
 */
const REFUSED: Readonly<Record<string, readonly [x64: number, arm64: number]>> = {
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  setns: [308, 268],
  unshare: [272, 97],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_by_handle_at: [304, 265],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  userfaultfd: [323, 282],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  acct: [163, 89],
  quotactl: [179, 60],
}

const SOCKET: Readonly<Record<FilteredArch, number>> = { x64: 41, arm64: 198 }
/**
 * AF_INET, AF_INET6 and AF_NETLINK belong to the sandbox's own network. AF_UNIX would reach the sockets of services
 * (Docker, D-Bus, ssh-agent), and AF_VSOCK is in no network namespace. Pairs of sockets stay possible.
 */
const ALLOWED_FAMILIES = [2, 10, 16]

/** S_ISUID and S_ISGID: such a file would give others its owner's rights outside the sandbox. */
const SET_ID_BITS = 0o6000
/** O_CREAT, and the bit of O_TMPFILE that no other flag has. Without them the mode of `open` has no meaning. */
const CREATES = 0o20000100

/** Calls that set the mode of a file, by the index of the mode; -1: the call does not exist. */
const SETS_MODE: readonly { readonly number: readonly [x64: number, arm64: number]; readonly mode: number }[] = [
  { number: [90, -1], mode: 1 }, // chmod
  { number: [91, 52], mode: 1 }, // fchmod
  { number: [268, 53], mode: 2 }, // fchmodat
  { number: [452, 452], mode: 2 }, // fchmodat2
  { number: [85, -1], mode: 1 }, // creat
  { number: [133, -1], mode: 1 }, // mknod
  { number: [259, 33], mode: 2 }, // mknodat
]
/** Calls that set the mode only if they create the file, with the index of the flags. */
const SETS_MODE_AT_CREATION = [
  { number: [2, -1], flags: 1, mode: 2 }, // open
  { number: [257, 56], flags: 2, mode: 3 }, // openat
] as const
/** Its mode is in memory, which a filter cannot read. Programs fall back to openat. */
const OPENAT2 = 437

const IOCTL: Readonly<Record<FilteredArch, number>> = { x64: 16, arm64: 29 }
/** TIOCSTI and TIOCLINUX put characters into the input of a terminal. */
const REFUSED_IOCTLS = [0x5412, 0x541c]

/** Numbers from here on are the x32 interface, which has other numbers for the same calls. */
const X32_BIT = 0x40000000

/** Offsets in struct seccomp_data; of an argument its lower 32 bits. */
const AT = { number: 0, arch: 4 }
const argumentAt = (index: number): number => 16 + 8 * index

const RETURN = { allow: 0x7fff0000, eperm: 0x00050001, enosys: 0x00050026, kill: 0x80000000 }

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const answer = (value: number): Instruction => [0x06, 0, 0, value]
/** Skips `ifTrue` or `ifFalse` instructions. */
const equals = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x15, ifTrue, ifFalse, value]
const hasBit = (bits: number, ifTrue: number, ifFalse: number): Instruction => [0x45, ifTrue, ifFalse, bits]
const atLeast = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x35, ifTrue, ifFalse, value]

/**
 * Returns a seccomp filter as the kernel reads it (struct sock_filter, linux/filter.h). A program of another
 * architecture, such as 32 bits, is killed, because its calls have other numbers.
 */
export function seccompFilter(arch: FilteredArch): Buffer {
  const numberOf = ([x64, arm64]: readonly [x64: number, arm64: number]): number => (arch === 'x64' ? x64 : arm64)
  const refused = Object.values(REFUSED).map(numberOf)
  const instructions: readonly Instruction[] = [
    load(AT.arch),
    equals(AUDIT_ARCH[arch], 1, 0),
    answer(RETURN.kill),
    load(AT.number),
    atLeast(X32_BIT, 0, 1),
    answer(RETURN.eperm),
    ...refused.flatMap((number) => [equals(number, 0, 1), answer(RETURN.eperm)]),
    ...ifCall(OPENAT2, [answer(RETURN.enosys)]),
    ...SETS_MODE.flatMap(({ number, mode }) => ifCall(numberOf(number), refuseSetId(mode))),
    ...SETS_MODE_AT_CREATION.flatMap(({ number, flags, mode }) =>
      ifCall(numberOf(number), [
        load(argumentAt(flags)),
        hasBit(CREATES, 1, 0),
        answer(RETURN.allow),
        ...refuseSetId(mode),
      ]),
    ),
    ...onlyArguments(SOCKET[arch], argumentAt(0), ALLOWED_FAMILIES, RETURN.allow, RETURN.eperm),
    ...onlyArguments(IOCTL[arch], argumentAt(1), REFUSED_IOCTLS, RETURN.eperm, RETURN.allow),
    answer(RETURN.allow),
  ]
  return Buffer.concat(instructions.map(encoded))
}

/** Answers a call by one of its arguments: `listed` for the given values, else `others`. */
function onlyArguments(
  number: number,
  offset: number,
  values: readonly number[],
  listed: number,
  others: number,
): readonly Instruction[] {
  const body = [load(offset), ...values.flatMap((value) => [equals(value, 0, 1), answer(listed)]), answer(others)]
  return ifCall(number, body)
}

const refuseSetId = (mode: number): readonly Instruction[] => [
  load(argumentAt(mode)),
  hasBit(SET_ID_BITS, 0, 1),
  answer(RETURN.eperm),
  answer(RETURN.allow),
]

/** The instructions for one call, which must answer it. */
function ifCall(number: number, body: readonly Instruction[]): readonly Instruction[] {
  return number === -1 ? [] : [equals(number, 0, body.length), ...body]
}

function encoded([code, ifTrue, ifFalse, value]: Instruction): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(value, 4)
  return bytes
}
