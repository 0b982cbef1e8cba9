import { readFileSync } from 'node:fs'

/**
 * Returns what tells a process from a later one with the same id: when it began, in clock ticks since the system began
 * (proc_pid_stat(5)), or `runs` without /proc. Null: there is no such process.
 */
export function processMark(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return process.platform === 'linux' || !runs(pid) ? null : 'runs'
  }
}

/** Whether there is a process with an id. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
