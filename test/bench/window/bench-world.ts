import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { z } from 'zod'

import { connectWith, type OwnedConnection } from '../../../src/renderer/connection/connect.ts'
import { findBrowser, NO_BROWSER } from '../../support/find-browser.ts'
import { makeWorkspace, runIkigai } from '../../support/run-ikigai.ts'
import { serveApp } from '../../support/serve-app.ts'
import { socketTo } from '../../support/socket-to.ts'
import { type BrowserSession, openWebSession } from '../../support/web-session.ts'
import { benchLog, type BenchAgent } from './bench-log.ts'
import { installFrameProbe } from './frame-probe.ts'
import { installLatencyProbe } from './latency-probe.ts'
import { installRenderProbe } from './render-probe.ts'

/** The served app on a log of ours and a simulator in a process of its own, and a browser that may use it. */
export interface BenchWorld {
  readonly address: string
  readonly connection: OwnedConnection
  readonly context: BrowserContext
  /** The agents of the log, by name. */
  readonly agentIds: ReadonlyMap<string, string>
  /** The process of the engine, which has started the database. */
  readonly enginePid: number
  /** Opens another browser that may use the app, without probes. */
  openBrowser(): Promise<BrowserContext>
  close(): Promise<void>
}

export interface BenchWorldOptions {
  readonly agents: readonly BenchAgent[]
  /** Of each streamed answer. */
  readonly characters: number
  /** Tokens per second of each stream. */
  readonly rate: number
}

export const VIEWPORT = { width: 1920, height: 1200 }
const PROBES = [installFrameProbe, installLatencyProbe, installRenderProbe]
const told = z.record(z.string(), z.string())

export async function openBenchWorld({ agents, characters, rate }: BenchWorldOptions): Promise<BenchWorld> {
  const simulator = fork(new URL('streaming-simulator.ts', import.meta.url), [String(characters), String(rate)])
  const [message]: unknown[] = await once(simulator, 'message')
  const workspace = await makeWorkspace(told.parse(message))
  await importLog(workspace, agents)
  const app = await serveApp(workspace)
  const port = Number(new URL(app.url).port)
  const session = await openWebSession(app.url)
  const connection = connectWith({ openChannel: socketTo(port, session), onWake: () => () => undefined })
  const browser = await launchBrowser()
  const address = new URL('/', app.url).href
  const context = await browserContext(browser, session, PROBES)
  return {
    address,
    connection,
    context,
    agentIds: await agentIdsOf(connection),
    enginePid: app.process.child.pid ?? 0,
    openBrowser: async () => browserContext(await launchBrowser(), session, []),
    async close() {
      await browser.close()
      connection.close()
      await app.stop()
      await workspace.remove()
      simulator.disconnect()
    },
  }
}

/** Fills the log of a workspace, whose app does not run. */
export async function importLog(
  { directory, environment }: Awaited<ReturnType<typeof makeWorkspace>>,
  agents: readonly BenchAgent[],
): Promise<void> {
  const file = join(directory, 'log.jsonl')
  await pipeline(Readable.from(benchLog(agents)), createWriteStream(file))
  const { code, stderr } = await runIkigai(['import', file], environment)
  if (code !== 0) throw new Error(`The log was not imported: ${stderr}`)
}

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === null) throw new Error(NO_BROWSER)
  return chromium.launch({ executablePath, args: ['--enable-precise-memory-info'] })
}

async function browserContext(
  browser: Browser,
  { session, window }: BrowserSession,
  probes: readonly (() => void)[],
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  await context.addInitScript(
    (kept) => {
      localStorage.setItem('ikigai.session', kept.session)
      sessionStorage.setItem('ikigai.window', kept.window)
    },
    { session, window },
  )
  for (const install of probes) await context.addInitScript(install)
  return context
}

async function agentIdsOf(connection: OwnedConnection): Promise<ReadonlyMap<string, string>> {
  const stop = new AbortController()
  for await (const batch of await connection.client.engine.subscribe(undefined, { signal: stop.signal })) {
    const snapshot = batch.find((item) => item.type === 'snapshot')
    if (snapshot === undefined) continue
    stop.abort()
    return new Map(snapshot.agents.map(({ id, name }) => [name, id]))
  }
  throw new Error('The engine told nothing of its agents')
}
