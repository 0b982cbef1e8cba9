import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The data that a server writes to `postmaster.pid`. */
export interface PostmasterFile {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

const PORT_LINE = 3
const STATUS_LINE = 7

export function postmasterFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** Null: no server, or one that has not written its pid yet. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  try {
    const lines = readFileSync(postmasterFile(cluster), 'utf8').split('\n')
    const pid = Number.parseInt(lines[0] ?? '', 10)
    if (!(pid > 0)) return null
    return { pid, port: Number(lines[PORT_LINE] ?? 0), ready: lines[STATUS_LINE]?.trim() === 'ready' }
  } catch {
    return null
  }
}
