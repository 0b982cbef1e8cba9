import type { Browser, Page } from '@playwright/test'

import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, type Workspace } from '../../support/run-ikigai.ts'
import { serveApp, type ServedApp } from '../../support/serve-app.ts'
import { connectToApp } from '../../support/socket-to.ts'
import { serveBarePage } from './bare-page.ts'
import { benchLayout } from './bench-layout.ts'
import { importLog, launchBrowser, VIEWPORT } from './bench-world.ts'
import { mainThreadTime } from './main-thread.ts'
import { percentile, type WindowFigure } from './window-figure.ts'

const ROUNDS = 5
const INTERACTIVE_MS = 700
const NAME = 'Started'
const EVENTS = 200

/** One opening of a page, until something can be typed into it. */
interface Opening {
  /** ms. */
  readonly time: number
  /** Of the page's main thread, ms. */
  readonly cpu: number
  /** What the page has loaded, MB. */
  readonly loaded: number
}

/**
 * The start with a log: the engine alone, the window as soon as the address is printed, and the window on a running
 * engine turn about with a bare page. Each window is in a new context of a running browser, which has nothing cached.
 */
export async function benchStart(): Promise<readonly WindowFigure[]> {
  const simulator = await startSimulator()
  const workspace = await makeWorkspace(simulator.environment())
  await importLog(workspace, [{ name: NAME, events: EVENTS }])
  await showOnePane(workspace)
  const bare = await serveBarePage()
  const browser = await launchBrowser()
  const printed: number[] = []
  const answered: number[] = []
  const first: Opening[] = []
  const window: Opening[] = []
  const empty: Opening[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const engine = await startEngine(workspace)
      printed.push(engine.printed)
      answered.push(engine.answered)
      await withApp(workspace, async (app) => {
        first.push(await openUntilPrompt(browser, app.url))
        window.push(await openUntilPrompt(browser, await app.freshAddress()))
        empty.push(await openUntilPrompt(browser, bare.url))
      })
    }
  } finally {
    await browser.close()
    await bare.close()
    await workspace.remove()
    await simulator.close()
  }
  return figures({ printed, answered, first, window, empty })
}

interface Measured {
  readonly printed: readonly number[]
  readonly answered: readonly number[]
  readonly first: readonly Opening[]
  readonly window: readonly Opening[]
  readonly empty: readonly Opening[]
}

function figures({ printed, answered, first, window, empty }: Measured): readonly WindowFigure[] {
  const of = `median of ${ROUNDS}`
  const middle = (values: readonly number[]) => percentile(values, 0.5)
  const each = (openings: readonly Opening[], part: keyof Opening) => middle(openings.map((opening) => opening[part]))
  return [
    { what: 'engine: address printed', value: middle(printed), unit: 'ms', of },
    { what: 'address printed → engine answers', value: middle(answered), unit: 'ms', of },
    { what: 'address printed → window interactive', value: each(first, 'time'), unit: 'ms', goal: INTERACTIVE_MS, of },
    { what: 'window of a running engine: interactive', value: each(window, 'time'), unit: 'ms', of },
    { what: 'window of a running engine: CPU', value: each(window, 'cpu'), unit: 'ms', of: 'main thread' },
    { what: 'window of a running engine: loaded', value: each(window, 'loaded'), unit: 'MB' },
    { what: 'bare page: interactive', value: each(empty, 'time'), unit: 'ms', of },
    { what: 'bare page: CPU', value: each(empty, 'cpu'), unit: 'ms', of: 'main thread' },
    { what: 'CPU of opening, window ÷ bare page', value: each(window, 'cpu') / each(empty, 'cpu'), unit: '×', of },
  ]
}

/** ms until the address is printed, and from then until the engine has told its agents. */
async function startEngine(workspace: Workspace): Promise<{ readonly printed: number; readonly answered: number }> {
  const began = performance.now()
  const app = await serveApp(workspace)
  const printed = performance.now()
  const connection = await connectToApp(app.url)
  const told = Promise.withResolvers<number>()
  const stop = connection.followEngine(() => told.resolve(performance.now()))
  const answered = await told.promise
  stop()
  connection.close()
  await app.stop()
  return { printed: printed - began, answered: answered - printed }
}

async function withApp<Value>(workspace: Workspace, work: (app: ServedApp) => Promise<Value>): Promise<Value> {
  const app = await serveApp(workspace)
  try {
    return await work(app)
  } finally {
    await app.stop()
  }
}

/** The window opens on the agent of the log. */
function showOnePane(workspace: Workspace): Promise<void> {
  return withApp(workspace, async (app) => {
    const connection = await connectToApp(app.url)
    const told = Promise.withResolvers<string>()
    const stop = connection.followEngine((items) => {
      const snapshot = items.find((item) => item.type === 'snapshot')
      if (snapshot !== undefined) told.resolve(snapshot.agents[0]?.id ?? '')
    })
    await connection.client.settings.set({ key: 'layout', value: benchLayout([[await told.promise]]) })
    stop()
    connection.close()
  })
}

async function openUntilPrompt(browser: Browser, url: string): Promise<Opening> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  const busy = await mainThreadTime(page)
  const began = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: /^Prompt to/ }).waitFor()
  const time = performance.now() - began
  const { total } = await busy.finish()
  const loaded = await bytesLoaded(page)
  await context.close()
  return { time, cpu: total, loaded: loaded / 1e6 }
}

function bytesLoaded(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntries()
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
}
