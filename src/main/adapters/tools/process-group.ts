import { readdir, readFile } from 'node:fs/promises'

/** Signals every process of the group that `leader` began; a group that is gone is fine. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch {
    // ESRCH: it has ended meanwhile.
  }
}

/** Processes of the session that `leader` began, as the kernel lists them; null where there is no /proc. */
export async function sessionSize(leader: number): Promise<number | null> {
  const entries = await readdir('/proc').catch(() => null)
  if (entries === null) return null
  const sessions = await Promise.all(entries.filter((entry) => /^\d+$/.test(entry)).map(sessionOf))
  return sessions.filter((session) => session === leader).length
}

/** The sixth field of /proc/PID/stat; the second one is a name in brackets that may hold anything. */
async function sessionOf(pid: string): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  if (stat === null) return null
  const session = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]
  return session === undefined ? null : Number(session)
}

/** Threads that this user has now, which is what the limit on processes counts; null where there is no /proc. */
export async function userThreads(): Promise<number | null> {
  const uid = process.getuid?.()
  const entries = await readdir('/proc').catch(() => null)
  if (entries === null || uid === undefined) return null
  const counts = await Promise.all(entries.filter((entry) => /^\d+$/.test(entry)).map((pid) => threadsOf(pid, uid)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function threadsOf(pid: string, uid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  if (!status.includes(`\nUid:\t${uid}\t`)) return 0
  return Number(/^Threads:\t(\d+)$/m.exec(status)?.[1] ?? 0)
}
