import type { FilteredArch } from './seccomp-filter.ts'

/** Where a program is in memory. */
export const BASE = 0x400000
const HEADER_BYTES = 64
const PROGRAM_HEADER_BYTES = 56

/** Where the bytes of a program begin in its file, and in memory after `BASE`. */
export const CODE_OFFSET = HEADER_BYTES + 2 * PROGRAM_HEADER_BYTES

/** Returns an ELF program of these bytes, which starts at byte `entry` of them. Its memory cannot be written. */
export function elfProgram(arch: FilteredArch, bytes: Buffer, entry: number): Buffer {
  const size = CODE_OFFSET + bytes.length
  return Buffer.concat([header(arch, BASE + CODE_OFFSET + entry), programHeaders(size), bytes])
}

/** Elf64_Ehdr of elf.h. */
function header(arch: FilteredArch, entry: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES)
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1], 0)
  bytes.writeUInt16LE(2, 16)
  bytes.writeUInt16LE(arch === 'x64' ? 62 : 183, 18)
  bytes.writeUInt32LE(1, 20)
  bytes.writeBigUInt64LE(BigInt(entry), 24)
  bytes.writeBigUInt64LE(BigInt(HEADER_BYTES), 32)
  bytes.writeUInt16LE(HEADER_BYTES, 52)
  bytes.writeUInt16LE(PROGRAM_HEADER_BYTES, 54)
  bytes.writeUInt16LE(2, 56)
  return bytes
}

/** Elf64_Phdr of elf.h: the whole file, which can be read and executed, and a stack that cannot be executed. */
function programHeaders(size: number): Buffer {
  const [PT_LOAD, PT_GNU_STACK, READ_EXECUTE, READ_WRITE] = [1, 0x6474e551, 5, 6]
  return Buffer.concat([
    words32([PT_LOAD, READ_EXECUTE]),
    words64([0, BASE, BASE, size, size, 0x10000]),
    words32([PT_GNU_STACK, READ_WRITE]),
    words64([0, 0, 0, 0, 0, 16]),
  ])
}

export const withWord = (opcode: readonly number[], value: number): Buffer =>
  Buffer.concat([Buffer.from(opcode), words32([value])])

export function words32(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, 4 * index)
  return bytes
}

export function words64(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length)
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 8 * index)
  return bytes
}
