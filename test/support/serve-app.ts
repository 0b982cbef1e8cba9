import { type RunningProcess, startIkigai, type Workspace } from './run-ikigai.ts'

/** A served app, as `ikigai serve` starts it: a process of its own. */
export interface ServedApp {
  /** With a one-time token: good for one browser. */
  readonly url: string
  readonly process: RunningProcess
  /** Ends it politely and waits until it has. */
  stop(): Promise<void>
}

/** Starts the app on a free port, or on `port` to find it again after a restart. */
export async function serveApp(workspace: Workspace, port = 0): Promise<ServedApp> {
  const process = startIkigai(['serve', '--port', String(port)], workspace.environment)
  for await (const line of process.lines) {
    if (!line.startsWith('http')) continue
    return {
      url: line.trim(),
      process,
      async stop() {
        process.child.kill('SIGTERM')
        await process.finished
      },
    }
  }
  const { code, stderr } = await process.finished
  throw new Error(`ikigai serve ended with ${code}: ${stderr}`)
}
