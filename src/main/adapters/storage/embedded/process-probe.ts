import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

import { runToEnd } from '../../start-process.ts'

/** A zombie has ended and waits only for its parent to collect its status; it no longer uses files. */
export type ProcessState = 'running' | 'zombie' | 'gone'

interface ProcessFacts {
  readonly state: ProcessState
  /** The program and its arguments. */
  readonly command: readonly string[]
}

const GONE: ProcessFacts = { state: 'gone', command: [] }

export function processState(pid: number): ProcessState {
  return probe(pid).state
}

/**
 * Returns whether this pid is a postgres server on that cluster. Pids are reused, so a running process alone proves
 * nothing.
 */
export function isServerOf(pid: number, cluster: string): boolean {
  const { state, command } = probe(pid)
  if (state !== 'running') return false
  if (process.platform === 'win32') return command.some((word) => word.includes('postgres'))
  return basename(command[0] ?? '').startsWith('postgres') && command.some((word) => word.includes(cluster))
}

/**
 * Returns whether left-over server processes may still write to the cluster: backends outlive a killed server for a
 * moment. Without /proc, any postgres process without a parent counts.
 */
export function isInUse(cluster: string): boolean {
  if (process.platform === 'linux') return readdirSync('/proc').some((entry) => workingDirectory(entry) === cluster)
  if (process.platform === 'win32') return false
  return output('ps', ['-axo', 'ppid=,command='])
    .split('\n')
    .some((line) => /^\s*1\s+postgres: /.test(line))
}

function probe(pid: number): ProcessFacts {
  if (process.platform === 'linux') return probeProc(pid)
  return process.platform === 'win32' ? probeTaskList(pid) : probePs(pid)
}

function probeProc(pid: number): ProcessFacts {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may itself contain brackets and spaces: the state follows the last closing bracket.
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
    if (state === 'Z' || state === 'X') return { state: 'zombie', command: [] }
    return { state: 'running', command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') }
  } catch {
    return GONE
  }
}

function probePs(pid: number): ProcessFacts {
  const [state, command] = output('ps', ['-o', 'stat=,command=', '-p', String(pid)])
    .trim()
    .split(/\s+(.*)/s)
  if (!state) return GONE
  if (state.startsWith('Z')) return { state: 'zombie', command: [] }
  // Paths may contain spaces: the program is everything before the first option.
  const [program = '', ...rest] = (command ?? '').split(/ (?=-)/)
  return { state: 'running', command: [program, ...rest] }
}

function probeTaskList(pid: number): ProcessFacts {
  const line = output('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
  return line.includes(`"${pid}"`) ? { state: 'running', command: [line] } : GONE
}

function workingDirectory(entry: string): string | null {
  if (!/^\d+$/.test(entry)) return null
  try {
    return readlinkSync(join('/proc', entry, 'cwd'))
  } catch {
    return null
  }
}

function output(command: string, commandArguments: readonly string[]): string {
  try {
    return runToEnd(command, commandArguments, { stdio: ['ignore', 'pipe', 'ignore'] }).stdout ?? ''
  } catch {
    return ''
  }
}
