import { readdir, readFile, readlink } from 'node:fs/promises'

/** Resolves when no running process has the folder as its working directory. */
export async function noProcessIn(folder: string): Promise<void> {
  for (;;) {
    const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
    const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
    if (!folders.includes(folder)) return
    await new Promise(setImmediate)
  }
}

/** Resolves when the process has ended; a zombie counts as ended. */
export async function processEnded(pid: number): Promise<true> {
  for (;;) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
    if (stat === null || stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')) return true
    await new Promise(setImmediate)
  }
}
