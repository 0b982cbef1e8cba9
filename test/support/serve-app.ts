import { join } from 'node:path'

import { findRunning } from '../../src/main/hosts/web/find-running.ts'
import { type RunningProcess, startIkigai, type Workspace } from './run-ikigai.ts'

/** A served app, started with `ikigai serve` in a separate process. */
export interface ServedApp {
  /** Contains a one-time token for one browser. */
  readonly url: string
  readonly process: RunningProcess
  /** Returns the code that the terminal showed last; empty if there was none. */
  code(): string
  /** Returns an address for another browser, as printed by another `ikigai serve`. */
  freshAddress(): Promise<string>
  /** Terminates it with a signal and waits for its exit. */
  stop(): Promise<void>
}

/** Starts the app on a free port, or on `port`, to keep its address after a restart. */
export async function serveApp(workspace: Workspace, port = 0): Promise<ServedApp> {
  const process = startIkigai(['serve', '--port', String(port)], workspace.environment)
  let shown = ''
  process.child.stderr?.on('data', (text: string) => (shown += text))
  for await (const line of process.lines) {
    if (!line.startsWith('http')) continue
    return {
      url: line.trim(),
      process,
      code: () => shown.match(/(?<=enter this code there: )\d{6}/g)?.at(-1) ?? '',
      async freshAddress() {
        const place = { address: '127.0.0.1', port: Number(new URL(line).port) }
        return (await findRunning({ ...place, secretDirectory: join(workspace.directory, 'data') })) ?? ''
      },
      async stop() {
        process.child.kill('SIGTERM')
        await process.finished
      },
    }
  }
  const { code, stderr } = await process.finished
  throw new Error(`ikigai serve ended with ${code}: ${stderr}`)
}
