import { BASE, CODE_OFFSET, elfProgram, withWord, words32, words64 } from './elf-program.ts'
import type { FilteredArch } from './seccomp-filter.ts'

/** The file descriptor of the channel to this process. */
export const CHANNEL = 4

/**
 * The port of the proxy, on the loopback address of the sandbox's own network. Nothing else listens there yet, and the
 * kernel gives out ports from 32768 to 60999 only. Where commands share a network, each has one of the ports after it.
 */
export const PROXY_PORT = 61_080

/** What Node expects before a socket, as the channel of `child_process` transfers it. */
function messageWith(type: 'net.Server' | 'net.Socket', msg: string): Buffer {
  return Buffer.from(`${JSON.stringify({ cmd: 'NODE_HANDLE', type, msg })}\n`)
}

/** The number that the socket gets, so that all data of the program is constant. */
const SOCKET = 30

/** Constants of linux/socket.h. */
const [AF_INET, AF_INET6, SOCK_STREAM, SOL_SOCKET, SCM_RIGHTS, MSG_NOSIGNAL] = [2, 10, 1, 1, 1, 0x4000]
const BACKLOG = 128

/** A loopback address and a port. IPv6 has one such address. */
export interface LoopbackPlace {
  /** `::1`, or four numbers. */
  readonly host: string
  readonly port: number
}

/** A system call with constant arguments. `result`: what the call before it returned, as the first argument. */
interface Call {
  /** asm/unistd_64.h, asm-generic/unistd.h. */
  readonly number: Readonly<Record<FilteredArch, number>>
  readonly args: readonly [number | 'result', ...(readonly number[])]
}

const EXIT: Call['number'] = { x64: 231, arm64: 94 }

/**
 * Returns an ELF program that opens the port and sends the listening socket over the channel. It ends with 0, or with 1
 * if a system call failed. It is made here because it has to run inside the sandbox's network, where neither Node nor
 * any other program that could do this is sure to exist: a packaged Electron does not run scripts.
 */
export function portProgram(arch: FilteredArch, port = PROXY_PORT): Buffer {
  const data = constants({ host: '127.0.0.1', port }, messageWith('net.Server', 'listening'))
  return socketProgram(arch, data, [
    { number: { x64: 49, arm64: 200 }, args: [SOCKET, data.address, data.addressBytes] }, // bind
    { number: { x64: 50, arm64: 201 }, args: [SOCKET, BACKLOG] }, // listen
  ])
}

/** Returns such a program that connects to a place in its network, and sends the connected socket. */
export function connectProgram(arch: FilteredArch, place: LoopbackPlace): Buffer {
  const data = constants(place, messageWith('net.Socket', 'connected'))
  return socketProgram(arch, data, [
    { number: { x64: 42, arm64: 203 }, args: [SOCKET, data.address, data.addressBytes] }, // connect
  ])
}

/** Opens a socket, makes the calls with it, and sends it. */
function socketProgram(arch: FilteredArch, data: ReturnType<typeof constants>, middle: readonly Call[]): Buffer {
  const failure = encoded({ number: EXIT, args: [1] }, arch)
  const calls: readonly Call[] = [
    { number: { x64: 41, arm64: 198 }, args: [data.family, SOCK_STREAM, 0] }, // socket
    { number: { x64: 292, arm64: 24 }, args: ['result', SOCKET, 0] }, // dup3
    ...middle,
    { number: { x64: 46, arm64: 211 }, args: [CHANNEL, data.message, MSG_NOSIGNAL] }, // sendmsg
  ]
  let code = failure
  for (const call of calls) {
    const made = Buffer.concat([code, encoded(call, arch)])
    code = Buffer.concat([made, jumpToStart(made.length, arch)])
  }
  code = Buffer.concat([code, encoded({ number: EXIT, args: [0] }, arch)])
  return elfProgram(arch, Buffer.concat([data.bytes, code]), data.bytes.length + failure.length)
}

const RIGHTS_BYTES = 24
const VECTOR_BYTES = 16

/** Returns the structures that the calls refer to (linux/in.h, linux/in6.h, linux/socket.h, linux/uio.h). */
function constants(place: LoopbackPlace, sent: Buffer) {
  const start = BASE + CODE_OFFSET
  const address = addressOf(place)
  const rights = Buffer.alloc(RIGHTS_BYTES)
  rights.writeBigUInt64LE(20n, 0)
  rights.writeUInt32LE(SOL_SOCKET, 8)
  rights.writeUInt32LE(SCM_RIGHTS, 12)
  rights.writeUInt32LE(SOCKET, 16)
  const placed = Buffer.concat([address, Buffer.alloc(-address.length & 7)])
  const rightsAt = start + placed.length
  const vectorAt = rightsAt + RIGHTS_BYTES
  const messageAt = vectorAt + VECTOR_BYTES
  // Name and its length, vector and its length, rights and their length, flags.
  const message = words64([0, 0, vectorAt, 1, rightsAt, RIGHTS_BYTES, 0])
  const vector = words64([messageAt + message.length, sent.length])
  const unpadded = Buffer.concat([placed, rights, vector, message, sent])
  const bytes = Buffer.concat([unpadded, Buffer.alloc(-unpadded.length & 7)])
  const family = address.readUInt16LE(0)
  return { bytes, family, address: start, addressBytes: address.length, message: messageAt }
}

/** sockaddr_in, sockaddr_in6. */
function addressOf({ host, port }: LoopbackPlace): Buffer {
  const isV6 = host === '::1'
  const address = Buffer.alloc(isV6 ? 28 : 16)
  address.writeUInt16LE(isV6 ? AF_INET6 : AF_INET, 0)
  address.writeUInt16BE(port, 2)
  if (isV6) address[23] = 1
  else address.set(host.split('.').map(Number), 4)
  return address
}

/** Instructions that make a call. All arguments fit into 32 bits. */
function encoded({ number, args }: Call, arch: FilteredArch): Buffer {
  if (arch === 'x64') {
    const moves = args.map((value, index) =>
      value === 'result' ? Buffer.from([0x89, 0xc7]) : withWord([X64_MOVES[index] ?? 0], value),
    )
    return Buffer.concat([...moves, withWord([X64_MOVES.at(-1) ?? 0], number.x64), Buffer.from([0x0f, 0x05])])
  }
  const moves = args.flatMap((value, index) => (value === 'result' ? [] : arm64Move(index, value)))
  return words32([...moves, ...arm64Move(8, number.arm64), 0xd4000001])
}

/** `mov` to edi, esi, edx, eax. */
const X64_MOVES = [0xbf, 0xbe, 0xba, 0xb8]

/** `movz` and `movk` to a register. */
const arm64Move = (register: number, value: number): readonly number[] => [
  (0x52800000 | ((value & 0xffff) << 5) | register) >>> 0,
  (0x72a00000 | ((value >>> 16) << 5) | register) >>> 0,
]

/** Returns a jump from `at` to the first instruction, taken if the result is negative. */
function jumpToStart(at: number, arch: FilteredArch): Buffer {
  // test eax, eax; js
  if (arch === 'x64') return withWord([0x85, 0xc0, 0x0f, 0x88], (-at - 8) >>> 0)
  // tbnz w0, #31
  return words32([(0x37f80000 | (((-at / 4) & 0x3fff) << 5)) >>> 0])
}
