import { describe, expect, it } from 'vitest'

import { seccompFilter } from '../../../src/main/adapters/tools/sandbox/seccomp-filter.ts'

const ALLOW = 0x7fff0000
const EPERM = 0x00050001
const ENOSYS = 0x00050026
const KILL = 0x80000000
const X64 = 0xc000003e
const ARM64 = 0xc00000b7

/** Runs the filter as the kernel does (Documentation/networking/filter.rst). */
function verdict(filter: Buffer, arch: number, number: number, args: readonly number[] = []): number {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number, 0)
  data.writeUInt32LE(arch, 4)
  args.forEach((value, index) => data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * index))
  let accumulator = 0
  for (let at = 0; at < filter.length / 8; at++) {
    const [code, ifTrue, ifFalse] = [filter.readUInt16LE(at * 8), filter[at * 8 + 2] ?? 0, filter[at * 8 + 3] ?? 0]
    const value = filter.readUInt32LE(at * 8 + 4)
    if (code === 0x20) accumulator = data.readUInt32LE(value)
    else if (code === 0x06) return value
    else if (code === 0x15) at += accumulator === value ? ifTrue : ifFalse
    else if (code === 0x35) at += accumulator >= value ? ifTrue : ifFalse
    else if (code === 0x45) at += (accumulator & value) === 0 ? ifFalse : ifTrue
    else throw new Error(`Unknown instruction ${code}`)
  }
  throw new Error('The filter does not answer')
}

const x64 = (number: number, ...args: number[]) => verdict(seccompFilter('x64'), X64, number, args)
const arm64 = (number: number, ...args: number[]) => verdict(seccompFilter('arm64'), ARM64, number, args)

describe('the filter of system calls', () => {
  it('kills programs of another architecture, and refuses the x32 interface', () => {
    expect(verdict(seccompFilter('x64'), 0x40000003, 1)).toBe(KILL)
    expect(verdict(seccompFilter('arm64'), X64, 1)).toBe(KILL)
    expect(x64(0x40000000 + 1)).toBe(EPERM)
  })

  it('allows what programs usually do', () => {
    for (const number of [0, 1, 3, 9, 56, 57, 59, 62, 101, 435]) expect([number, x64(number)]).toEqual([number, ALLOW])
    for (const number of [63, 64, 57, 222, 220, 221, 129]) expect([number, arm64(number)]).toEqual([number, ALLOW])
  })

  it('opens sockets of the network only', () => {
    const families = [1, 2, 10, 16, 17, 38, 40]
    expect(families.map((family) => x64(41, family) === ALLOW)).toEqual([false, true, true, true, false, false, false])
    expect(families.map((family) => arm64(198, family) === ALLOW)).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(x64(53, 1)).toBe(ALLOW)
  })

  it('refuses mounts, namespaces, keyrings, io_uring and code for the kernel', () => {
    for (const number of [
      438, 165, 166, 155, 308, 272, 428, 432, 442, 304, 425, 426, 248, 250, 321, 298, 323, 175, 246,
    ])
      expect([number, x64(number)]).toEqual([number, EPERM])
    for (const number of [40, 39, 41, 268, 97, 428, 265, 425, 217, 219, 280, 241, 282, 105, 104])
      expect([number, arm64(number)]).toEqual([number, EPERM])
  })

  it('refuses to give a file the rights of its owner, however it is made', () => {
    expect([x64(90, 0, 0o4755), x64(91, 0, 0o2755), x64(268, 0, 0, 0o6755), x64(452, 0, 0, 0o4755)]).toEqual([
      EPERM,
      EPERM,
      EPERM,
      EPERM,
    ])
    expect([x64(90, 0, 0o755), x64(268, 0, 0, 0o1777)]).toEqual([ALLOW, ALLOW])
    expect([x64(257, -100, 0, 0o101, 0o4755), x64(2, 0, 0o101, 0o4755), x64(85, 0, 0o4755)]).toEqual([
      EPERM,
      EPERM,
      EPERM,
    ])
    expect(arm64(56, -100, 0, 0o101, 0o4755)).toBe(EPERM)
    // O_TMPFILE; and a mode that has no meaning, because nothing is created.
    expect(x64(257, -100, 0, 0o20200001, 0o4755)).toBe(EPERM)
    expect(x64(257, -100, 0, 0, 0o4755)).toBe(ALLOW)
    expect(x64(257, -100, 0, 0o101, 0o644)).toBe(ALLOW)
    expect(x64(437)).toBe(ENOSYS)
  })

  it('keeps characters out of the terminal', () => {
    expect([x64(16, 0, 0x5412), x64(16, 0, 0x541c), x64(16, 0, 0x5401)]).toEqual([EPERM, EPERM, ALLOW])
    expect(arm64(29, 0, 0x5412)).toBe(EPERM)
  })
})
