import { open, readdir } from 'node:fs/promises'

/** Signals every process of the group that `leader` started. Does nothing if the group has ended. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch {
    // ESRCH: the group has ended.
  }
}

/**
 * Kills the group of `leader`, and before that its descendants in other sessions, while they can still be found: when the
 * leader has ended they have another parent. Twice, since some may start others meanwhile.
 */
export async function killStarted(leader: number): Promise<void> {
  for (const _ of ['first', 'again']) {
    const pids = (await startedProcesses(leader)) ?? new Set()
    for (const pid of pids) if (pid !== leader) signalProcess(pid, 'SIGKILL')
  }
  signalGroup(leader, 'SIGKILL')
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended, or belongs to another user.
  }
}

/**
 * Returns the processes that `leader` started: those in its session, and its descendants in others, as the
 * kernel lists them; null without /proc. In a sandbox no process can leave both.
 */
export async function startedProcesses(leader: number): Promise<ReadonlySet<number> | null> {
  const entries = await readdir('/proc').catch(() => null)
  if (entries === null) return null
  const all = await Promise.all(entries.filter((entry) => /^\d+$/.test(entry)).map(processOf))
  const found = new Set(all.filter(({ session }) => session === leader).map(({ pid }) => pid))
  const children = Map.groupBy(all, ({ parent }) => parent)
  const open = [leader, ...found]
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    for (const child of children.get(pid) ?? []) {
      if (found.has(child.pid)) continue
      found.add(child.pid)
      open.push(child.pid)
    }
  }
  return found
}

/** Returns the memory that these processes use alone, without files and libraries that they share, bytes. */
export async function ownMemory(pids: ReadonlySet<number>): Promise<number> {
  const all = await Promise.all([...pids].map((pid) => beginningOf(`/proc/${pid}/status`)))
  return all.reduce((sum, status) => sum + Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024, 0)
}

/** Reads /proc/PID/stat, whose second field is a name in brackets that may contain any character. */
async function processOf(pid: string): Promise<{ pid: number; parent: number; session: number }> {
  const stat = await beginningOf(`/proc/${pid}/stat`)
  const [, parent = '', , session = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid: Number(pid),
    parent: parent === '' ? -1 : Number(parent),
    session: session === '' ? -1 : Number(session),
  }
}

/**
 * Returns the number of threads that the machine runs now, of all users, from proc_loadavg(5); null without /proc. Those of one
 * user would have to be counted process by process, which takes longer than many a command.
 */
export async function runningThreads(): Promise<number | null> {
  const load = await beginningOf('/proc/loadavg')
  const threads = /^\S+ \S+ \S+ \d+\/(\d+) /.exec(load)?.[1]
  return threads === undefined ? null : Number(threads)
}

/** Bytes to read. The field is far before this; larger buffers would each be allocated separately. */
const ENOUGH = 4_000

/**
 * Returns an empty text if the process has ended. Not `readFile`, which allocates 64 KiB for every file of unknown
 * size, and there are hundreds of processes.
 */
async function beginningOf(path: string): Promise<string> {
  const file = await open(path).catch(() => null)
  if (file === null) return ''
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(ENOUGH), 0, ENOUGH, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } catch {
    return ''
  } finally {
    await file.close()
  }
}
