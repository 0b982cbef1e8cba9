import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'

/** Where the environment begins in `/proc/PID/stat`, counted from the state behind the name (proc_pid_stat(5)). */
const ENV_START = 47

/**
 * Overwrites variables in the block that this process was started with. Deleting one from `process.env` takes it out of
 * the C library's list only: Linux goes on showing the block in `/proc/PID/environ`, to every program of the same user.
 * Does nothing on other systems, and where the kernel does not let a process write there.
 * @param {ReadonlySet<string>} names of variables that nothing reads any more
 * @returns {boolean} whether none of them is shown now
 */
export function overwriteEnvironment(names) {
  if (process.platform !== 'linux') return false
  try {
    const entries = ownEntries()
    const memory = openSync('/proc/self/mem', 'r+')
    try {
      for (const { name, start, length } of entries) {
        if (names.has(name)) writeSync(memory, Buffer.alloc(length), 0, length, start)
      }
    } finally {
      closeSync(memory)
    }
    return ownEntries().every(({ name }) => !names.has(name))
  } catch {
    return false
  }
}

/** The entries `NAME=value` of the block: `start` is an address, `length` bytes. */
function ownEntries() {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [first = 0, end = 0] = fields.slice(ENV_START, ENV_START + 2).map(Number)
  const entries = []
  let start = first
  for (const entry of readMemory(first, end - first).split('\0')) {
    entries.push({ name: entry.split('=', 1)[0] ?? '', start, length: entry.length })
    start += entry.length + 1
  }
  return entries
}

/** @param {number} start @param {number} length @returns {string} one character a byte */
function readMemory(start, length) {
  const memory = openSync('/proc/self/mem', 'r')
  try {
    const block = Buffer.alloc(length)
    return block.toString('latin1', 0, readSync(memory, block, 0, length, start))
  } finally {
    closeSync(memory)
  }
}
