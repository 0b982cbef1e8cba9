import { describe, expect, it } from 'vitest'

import { PROXY_PORT, portProgram } from '../../../src/main/adapters/tools/sandbox/port-program.ts'
import type { FilteredArch } from '../../../src/main/adapters/tools/sandbox/seccomp-filter.ts'

interface SystemCall {
  readonly number: number
  readonly args: readonly number[]
}

/** Loads an ELF program into memory, and returns its entry and a reader of memory. */
function loaded(program: Buffer) {
  const firstHeader = Number(program.readBigUInt64LE(32))
  const [offset, address] = [8, 16].map((at) => Number(program.readBigUInt64LE(firstHeader + at)))
  return {
    entry: Number(program.readBigUInt64LE(24)),
    at: (place: number) => program.subarray(place - (address ?? 0) + (offset ?? 0)),
  }
}

/** Runs the program as the processor does, with `answer` as the kernel, until it exits. */
function systemCalls(arch: FilteredArch, answer: (call: SystemCall) => number): readonly SystemCall[] {
  return arch === 'x64' ? runX64(answer) : runArm64(answer)
}

/** Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2: the seven instructions that occur. */
function runX64(answer: (call: SystemCall) => number): readonly SystemCall[] {
  const { entry, at } = loaded(portProgram('x64'))
  const calls: SystemCall[] = []
  let [eax, edx, esi, edi] = [0, 0, 0, 0]
  for (let place = entry; ;) {
    const code = at(place)
    const opcode = code.readUInt16BE(0)
    if (code[0] === 0xb8) [eax, place] = [code.readUInt32LE(1), place + 5]
    else if (code[0] === 0xba) [edx, place] = [code.readUInt32LE(1), place + 5]
    else if (code[0] === 0xbe) [esi, place] = [code.readUInt32LE(1), place + 5]
    else if (code[0] === 0xbf) [edi, place] = [code.readUInt32LE(1), place + 5]
    else if (opcode === 0x89c7) [edi, place] = [eax, place + 2]
    else if (opcode === 0x85c0) place += 2
    else if (opcode === 0x0f88) place += eax < 0 ? 6 + code.readInt32LE(2) : 6
    else if (opcode === 0x0f05) {
      calls.push({ number: eax, args: [edi, esi, edx] })
      if (eax === 231) return calls
      ;[eax, place] = [answer(calls.at(-1) ?? { number: 0, args: [] }), place + 2]
    } else throw new Error(`Unknown instruction ${opcode.toString(16)}`)
  }
}

/** Arm Architecture Reference Manual for A-profile, C6.2: the four instructions that occur. */
function runArm64(answer: (call: SystemCall) => number): readonly SystemCall[] {
  const { entry, at } = loaded(portProgram('arm64'))
  const calls: SystemCall[] = []
  const registers = Array<number>(32).fill(0)
  const register = (index: number): number => registers[index] ?? 0
  for (let place = entry; ; place += 4) {
    const code = at(place).readUInt32LE(0)
    const [target, value] = [code & 31, (code >>> 5) & 0xffff]
    if (code >>> 21 === 0x52800000 >>> 21) registers[target] = value
    else if (code >>> 21 === 0x72a00000 >>> 21) registers[target] = ((value << 16) | (register(target) & 0xffff)) >>> 0
    else if (code >>> 19 === 0x37f80000 >>> 19) {
      const offset = ((((code >>> 5) & 0x3fff) << 18) >> 18) * 4
      if (register(target) < 0) place += offset - 4
    } else if (code === 0xd4000001) {
      calls.push({ number: register(8), args: [register(0), register(1), register(2)] })
      if (register(8) === 94) return calls
      registers[0] = answer(calls.at(-1) ?? { number: 0, args: [] })
    } else throw new Error(`Unknown instruction ${code.toString(16)}`)
  }
}

const NUMBERS = {
  x64: { socket: 41, dup3: 292, bind: 49, listen: 50, sendmsg: 46, exit: 231 },
  arm64: { socket: 198, dup3: 24, bind: 200, listen: 201, sendmsg: 211, exit: 94 },
} as const

describe.each(['x64', 'arm64'] as const)('the program that opens the port, on %s', (arch) => {
  const { socket, dup3, bind, listen, sendmsg, exit } = NUMBERS[arch]

  it('opens a socket, listens, and sends it', () => {
    const calls = systemCalls(arch, ({ number }) => (number === socket ? 7 : 0))
    expect(calls.map(({ number }) => number)).toEqual([socket, dup3, bind, listen, sendmsg, exit])
    expect(calls[1]?.args.slice(0, 2)).toEqual([7, 30])
    expect(calls.at(-1)?.args[0]).toBe(0)
    const { at } = loaded(portProgram(arch))
    const address = at(calls[2]?.args[1] ?? 0)
    expect([address.readUInt16LE(0), address.readUInt16BE(2), [...address.subarray(4, 8)]]).toEqual([
      2,
      PROXY_PORT,
      [127, 0, 0, 1],
    ])
    const message = at(calls[4]?.args[1] ?? 0)
    const [vector, rights] = [16, 32].map((offset) => at(Number(message.readBigUInt64LE(offset))))
    const text = at(Number(vector?.readBigUInt64LE(0))).subarray(0, Number(vector?.readBigUInt64LE(8)))
    expect(text.toString()).toBe('{"cmd":"NODE_HANDLE","type":"net.Server","msg":"listening"}\n')
    expect([rights?.readUInt32LE(8), rights?.readUInt32LE(12), rights?.readUInt32LE(16)]).toEqual([1, 1, 30])
    expect(calls[4]?.args[0]).toBe(4)
  })

  it.each([socket, dup3, bind, listen, sendmsg])('ends with 1, at once, if call %i fails', (failing) => {
    const calls = systemCalls(arch, ({ number }) => (number === failing ? -1 : 3))
    expect(calls.slice(-2).map(({ number, args }) => [number, args[0]])).toEqual([
      [failing, expect.any(Number)],
      [exit, 1],
    ])
  })
})
