import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Another process with a storage of its own on the same database. */
export interface EngineProcess {
  readonly child: ChildProcess
  /** The next line that it prints. */
  nextLine(): Promise<string>
  /** All lines after those, until it has ended. */
  rest(): Promise<readonly string[]>
  /** As a crash: no chance to say goodbye. */
  kill(): Promise<void>
  /** Lets it close its storage and waits for its end. */
  leave(): Promise<void>
}

export type EngineTask = 'hold' | 'stream'

/** `hold` opens and waits; `stream` also commits and streams without end, and prints what was acknowledged. */
export function startEngine(task: EngineTask, dataDirectory: string, databaseUrl = ''): EngineProcess {
  const script = fileURLToPath(new URL('engine-process-main.ts', import.meta.url))
  const child = spawn(process.execPath, [script, task, dataDirectory, databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: Interface = createInterface({ input: child.stdout })
  const iterator = lines[Symbol.asyncIterator]()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    child,
    async nextLine() {
      const next = await iterator.next()
      if (next.done) throw new Error('The other engine ended without a word')
      return next.value
    },
    async rest() {
      const all: string[] = []
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) all.push(next.value)
      return all
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async leave() {
      child.stdin.end()
      await ended
    },
  }
}
