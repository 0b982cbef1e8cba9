import { readdir, readFile } from 'node:fs/promises'

/** What processes hold, MB. */
export interface ProcessMemory {
  /** The sum of what each has in memory. Pages that several share are counted for each. */
  readonly resident: number
  /** The same with each shared page divided among those that share it, also with other programs. */
  readonly proportional: number
  /** Heaps and stacks: neither files nor shared memory. */
  readonly anonymous: number
}

/** Processes by their ids; Linux only. */
export type Pids = readonly number[]

/** Returns a process with everything that it and its children have started. */
export async function withDescendants(root: number): Promise<Pids> {
  const parents = new Map<number, number>()
  for (const entry of await readdir('/proc')) {
    const parent = /^PPid:\s+(\d+)/m.exec(await contentOf(`/proc/${entry}/status`))?.[1]
    if (parent !== undefined) parents.set(Number(entry), Number(parent))
  }
  const family = [root]
  for (const member of family) {
    for (const [pid, parent] of parents) if (parent === member) family.push(pid)
  }
  return family
}

export async function memoryOf(pids: Pids): Promise<ProcessMemory> {
  const all = await Promise.all(pids.map((pid) => contentOf(`/proc/${pid}/smaps_rollup`)))
  const sum = (field: RegExp) => all.reduce((kilobytes, text) => kilobytes + Number(field.exec(text)?.[1] ?? 0), 0)
  return {
    resident: sum(/^Rss:\s+(\d+)/m) / 1024,
    proportional: sum(/^Pss:\s+(\d+)/m) / 1024,
    anonymous: sum(/^Anonymous:\s+(\d+)/m) / 1024,
  }
}

/** Processor time since their threads began, ms. */
export async function cpuOf(pids: Pids): Promise<number> {
  const times = await Promise.all(pids.map(threadTimes))
  return times.flat().reduce((sum, ns) => sum + ns, 0) / 1e6
}

/** ns of each thread of a process. */
async function threadTimes(pid: number): Promise<readonly number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const texts = await Promise.all(threads.map((thread) => contentOf(`/proc/${pid}/task/${thread}/schedstat`)))
  return texts.map((text) => Number.parseInt(text, 10)).filter((ns) => !Number.isNaN(ns))
}

/** Empty: the process has ended, or it is none. */
function contentOf(file: string): Promise<string> {
  return readFile(file, 'latin1').catch(() => '')
}
