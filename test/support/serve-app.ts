import { join } from 'node:path'

import { findRunning } from '../../src/main/hosts/web/find-running.ts'
import { type RunningProcess, startIkigai, type Workspace } from './run-ikigai.ts'

/** A served app, started with `ikigai serve` in a separate process. */
export interface ServedApp {
  /** Contains a one-time token for one browser. */
  readonly url: string
  readonly process: RunningProcess
  /** Resolves to the newest code that the terminal shows; each is given once. */
  nextCode(): Promise<string>
  /** Returns an address for another browser, as printed by another `ikigai serve`. */
  freshAddress(): Promise<string>
  /** Terminates it with a signal and waits for its exit. */
  stop(): Promise<void>
}

/** Starts the app on a free port, or on `port`, to keep its address after a restart. */
export async function serveApp(workspace: Workspace, port = 0): Promise<ServedApp> {
  const process = startIkigai(['serve', '--port', String(port)], workspace.environment)
  const nextCode = followCodes(process)
  for await (const line of process.lines) {
    if (!line.startsWith('http')) continue
    return {
      url: line.trim(),
      process,
      nextCode,
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

/** The window may show its question before the terminal's words have been read here. */
function followCodes({ child }: RunningProcess): () => Promise<string> {
  let shown = ''
  let newest = Promise.withResolvers<string>()
  let isWaiting = true
  child.stderr?.on('data', (text: string) => {
    const end = (shown += text).lastIndexOf('\n') + 1
    const codes = shown.slice(0, end).match(/(?<=enter this code there: )\d{6}/g) ?? []
    shown = shown.slice(end)
    for (const code of codes) {
      if (!isWaiting) newest = Promise.withResolvers()
      isWaiting = false
      newest.resolve(code)
    }
  })
  return async () => {
    const code = await newest.promise
    newest = Promise.withResolvers()
    isWaiting = true
    return code
  }
}
