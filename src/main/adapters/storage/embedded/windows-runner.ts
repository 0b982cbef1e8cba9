import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'

import { runToEnd, startProcess } from '../../start-process.ts'
import { serverCommand, serverEnvironment, type ServerPlan, type ServerRunner } from './server-runner.ts'

const LOOPBACK = '127.0.0.1'

/**
 * For Windows, which has neither such named pipes nor a private directory for sockets: the server listens on the
 * loopback interface (protected by the password), the last engine stops it, and a server that outlived a crash is
 * adopted by the next engine.
 */
export function windowsRunner(): ServerRunner {
  let held: ServerPlan | null = null
  // Kept when the server restarts, so that open clients find it again.
  let port = 0
  const stop = (plan: ServerPlan, mode: 'fast' | 'immediate'): void => {
    runToEnd(plan.binaries.pgCtl, ['stop', '-D', plan.paths.cluster, '-m', mode, '-W'], { windowsHide: true })
  }
  return {
    async start(plan) {
      held = plan
      port ||= await freePort()
      const [program = '', ...options] = serverCommand(plan, [`listen_addresses=${LOOPBACK}`, `port=${port}`])
      return { ended: (await startDetached(program, options, plan)).ended }
    },
    join(plan) {
      held = plan
      return true
    },
    leave(last) {
      if (held !== null && last) stop(held, 'fast')
      held = null
    },
    host: () => LOOPBACK,
    stop(_pid, hard) {
      if (held !== null) stop(held, hard ? 'immediate' : 'fast')
    },
  }
}

/** The promise of its end is wrapped in an object, because a promise of a promise would be awaited. */
async function startDetached(program: string, options: readonly string[], { paths }: ServerPlan) {
  const log = openSync(paths.log, 'a')
  const started = await startProcess(program, options, {
    cwd: paths.home,
    env: serverEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
    reaches: 'nothing',
  })
  closeSync(log)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  if (!started.ok) resolve()
  else started.value.once('exit', () => resolve()).unref()
  return { ended }
}

async function freePort(): Promise<number> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<number>()
  server.listen(0, LOOPBACK, () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
  })
  return promise
}
