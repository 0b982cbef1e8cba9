import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The pid of the PostgreSQL server in a data directory; null while there is none. */
export function postmasterOf(dataDirectory: string): number | null {
  try {
    const [line = ''] = readFileSync(join(dataDirectory, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    // The file is empty for a moment before it is written, and a signal to 0 is one to ourselves.
    return Number(line) > 0 ? Number(line) : null
  } catch {
    return null
  }
}

/** Command lines of the processes that were started for a data directory: servers and their watchdogs. */
export function processesOf(dataDirectory: string): readonly string[] {
  const all = execFileSync('ps', ['-axww', '-o', 'stat=,pid=,command='], { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  return all.split('\n').filter((line) => line.includes(join(dataDirectory, 'postgres')) && !/^\s*Z/.test(line))
}

/** Sends a signal to a process that may just have ended by itself. */
export function signal(pid: number | null, name: NodeJS.Signals): void {
  if (pid === null) return
  try {
    process.kill(pid, name)
  } catch {
    // It has ended: that is what was wanted.
  }
}

/** Signals the server and its children: a stopped parent alone would stop none of the work. */
export function signalServer(dataDirectory: string, name: NodeJS.Signals): void {
  const postmaster = postmasterOf(dataDirectory)
  if (postmaster === null) return
  const all = execFileSync('ps', ['-ax', '-o', 'ppid=,pid='], { encoding: 'utf8' })
  const pairs = all.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const children = pairs.flatMap(([parent, child]) => (parent === postmaster && child !== undefined ? [child] : []))
  for (const pid of [postmaster, ...children]) signal(pid, name)
}
