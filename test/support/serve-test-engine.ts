import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { type Client, connect } from '../../client/connect.mjs'
import type { EngineClient } from '../../src/renderer/store/engine-connection.ts'
import type { PaneEngine } from './drive-agent.ts'
import { runIkigai, type Workspace } from './run-ikigai.ts'
import { connectToApp } from './socket-to.ts'

export interface TestEngineServer {
  readonly client: Client
  /** The engine behind the client, as a pane needs it. */
  readonly engine: PaneEngine
  readonly hasEnded: () => boolean
  /** The end of what it wrote to stderr so far. */
  readonly stderr: () => string
  /** Ends it with a signal; resolves to its exit code. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

const MAX_STDERR = 100_000

/**
 * Starts a real `ikigai serve --api` from the sources, in which a file of test/support stands between the composition
 * root and the engine.
 */
export async function serveTestEngine(
  workspace: Workspace,
  engineFile: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<TestEngineServer> {
  const { stdout: token } = await runIkigai(['tokens', 'add', 'test', '--full'], workspace.environment)
  const started = await startServing(['--api'], workspace, { ...extra, IKIGAI_TEST_ENGINE: engineFile })
  const client = connect({ url: started.url, token: token.trim() })
  return { ...started, client, engine: paneEngine(client) }
}

/** A server to which one window is connected. */
export interface TestWindowServer extends Pick<TestEngineServer, 'engine' | 'hasEnded' | 'stderr' | 'stop'> {
  readonly client: EngineClient
}

/** The same for `ikigai serve`, used through the socket of a window. The window must be built. */
export async function serveTestWindow(
  workspace: Workspace,
  engineFile: string,
  extra: Readonly<Record<string, string>> = {},
): Promise<TestWindowServer> {
  const started = await startServing([], workspace, { ...extra, IKIGAI_TEST_ENGINE: engineFile })
  const connection = await connectToApp(started.url)
  const { client } = connection
  return {
    ...started,
    client,
    engine: paneEngine(client),
    stop(signal) {
      connection.close()
      return started.stop(signal)
    },
  }
}

async function startServing(
  args: readonly string[],
  { environment, directory }: Workspace,
  extra: Readonly<Record<string, string>>,
): Promise<{ readonly url: string } & Pick<TestEngineServer, 'hasEnded' | 'stderr' | 'stop'>> {
  const preload = new URL('use-test-engine.ts', import.meta.url).href
  const entry = join(import.meta.dirname, '..', '..', 'src', 'main', 'cli.ts')
  const child = spawn(process.execPath, ['--import', preload, entry, 'serve', ...args, '--port', '0'], {
    cwd: directory,
    env: { ...environment, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr = (stderr + text).slice(-MAX_STDERR)))
  const ended = Promise.withResolvers<number | null>()
  let hasEnded = false
  child.on('close', (code) => {
    hasEnded = true
    ended.resolve(code)
  })
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      url: line.trim(),
      hasEnded: () => hasEnded,
      stderr: () => stderr,
      stop(signal) {
        child.kill(signal)
        return ended.promise
      },
    }
  }
  throw new Error(`ikigai serve did not start: ${stderr}`)
}

function paneEngine({ agents }: Pick<Client | EngineClient, 'agents'>): PaneEngine {
  return {
    agents: {
      create: (input) => agents.create(input),
      submit: (input) => agents.submit(input),
      fork: (input) => agents.fork(input),
      async *subscribe(input, signal) {
        try {
          yield* await agents.subscribe(input, { signal })
        } catch (error) {
          if (!signal.aborted) throw error
        }
      },
    },
  }
}
