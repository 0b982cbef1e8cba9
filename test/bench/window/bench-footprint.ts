import type { BrowserContext } from '@playwright/test'
import { z } from 'zod'

import { serveBarePage } from './bare-page.ts'
import { paneName, PANES } from './bench-many-panes.ts'
import { calm, openWindow } from './bench-page.ts'
import { type BenchWorld, launchBrowser, VIEWPORT } from './bench-world.ts'
import { cpuOf, memoryOf, type Pids, type ProcessMemory, withDescendants } from './processes.ts'
import type { WindowFigure } from './window-figure.ts'

const COUNTS = [1, 16, PANES] as const
/** How many columns of panes fit beside each other. */
const SHOWN = 4
/** How long a window is left alone before it counts as idle: longer than its caret blinks. */
const SETTLE_SECONDS = 15
/** How long it is then watched. */
const IDLE_SECONDS = 10
const IDLE_PERCENT = 0.5
const START_MB = 200

/** Memory of all processes of the app, and what they do while nobody uses it, beside a bare page in the same browser. */
export async function benchFootprint(world: BenchWorld): Promise<readonly WindowFigure[]> {
  const family = await withDescendants(world.enginePid)
  const engine = await memoryOf([world.enginePid])
  const database = await memoryOf(family.slice(1))
  const both = await memoryOf(family)
  const bare = await ofBarePage()
  const windows = []
  for (const panes of COUNTS) windows.push(await ofWindow(world, panes))
  return [
    memoryFigure('at start: engine', engine),
    memoryFigure('at start: database', database, `${family.length - 1} processes`),
    memoryFigure('at start: engine and database', both),
    {
      what: 'at start: engine and database, counted once',
      value: engine.resident + database.proportional,
      unit: 'MB',
      goal: START_MB,
      of: "RSS of the engine, and each page that the database's processes share once",
    },
    memoryFigure('bare page: browser', bare.memory),
    idleFigure('bare page: idle CPU', bare.idle, `one core, ${IDLE_SECONDS} s`),
    ...windows.flatMap(({ panes, browser, whole, idle }) => {
      const what = `${panes} ${panes === 1 ? 'pane' : 'panes'}`
      return [
        memoryFigure(`${what}: browser`, browser),
        memoryFigure(`${what}: whole app`, whole),
        idleFigure(`${what}: idle CPU, engine`, idle.engine),
        idleFigure(`${what}: idle CPU, database`, idle.database),
        idleFigure(`${what}: idle CPU, browser`, idle.browser),
        { ...idleFigure(`${what}: idle CPU`, idle.all, 'one core, all processes'), goal: IDLE_PERCENT },
        idleFigure(`${what}: idle CPU above the bare page`, idle.all - bare.idle),
        {
          what: `${what}: browser's own memory ÷ bare page`,
          value: browser.anonymous / bare.memory.anonymous,
          unit: '×',
        },
      ]
    }),
  ]
}

function memoryFigure(what: string, memory: ProcessMemory, more = ''): WindowFigure {
  const once = `${memory.proportional.toFixed(0)} MB with shared pages counted once, ${memory.anonymous.toFixed(0)} MB own`
  return { what: `${what}, RSS`, value: memory.resident, unit: 'MB', of: more === '' ? once : `${once}; ${more}` }
}

function idleFigure(what: string, value: number, of?: string): WindowFigure {
  return { what, value, unit: '%', ...(of !== undefined && { of }) }
}

async function ofBarePage(): Promise<{ readonly memory: ProcessMemory; readonly idle: number }> {
  const served = await serveBarePage()
  const browser = await launchBrowser()
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  await page.goto(served.url)
  await calm(page)
  const pids = await browserPids(context)
  const memory = await memoryOf(pids)
  const [idle = Number.NaN] = await idlePercents([pids])
  await browser.close()
  await served.close()
  return { memory, idle }
}

/** In a browser of its own, since a browser keeps the memory that it has used. */
async function ofWindow(world: BenchWorld, panes: number) {
  const context = await world.openBrowser()
  const columns = Array.from({ length: panes }, (_, index) => [paneName(index)])
  await openWindow({ ...world, context }, columns, Math.min(panes, SHOWN))
  const ofBrowser = await browserPids(context)
  const ofEngine = await withDescendants(world.enginePid)
  const browser = await memoryOf(ofBrowser)
  const whole = await memoryOf([...ofBrowser, ...ofEngine])
  const parts = [ofEngine.slice(0, 1), ofEngine.slice(1), ofBrowser]
  const [engine = Number.NaN, database = Number.NaN, inBrowser = Number.NaN] = await idlePercents(parts)
  await context.browser()?.close()
  return { panes, browser, whole, idle: { engine, database, browser: inBrowser, all: engine + database + inBrowser } }
}

/** Processor time of each group of processes once everything has settled, in percent of one core. */
async function idlePercents(groups: readonly Pids[]): Promise<readonly number[]> {
  await passed(SETTLE_SECONDS)
  const before = await Promise.all(groups.map(cpuOf))
  const began = performance.now()
  await passed(IDLE_SECONDS)
  const after = await Promise.all(groups.map(cpuOf))
  const ms = performance.now() - began
  return after.map((cpu, group) => (100 * (cpu - (before[group] ?? 0))) / ms)
}

function passed(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000)
  })
}

const processInfo = z.object({ processInfo: z.array(z.object({ type: z.string(), id: z.number() })) })

async function browserPids(context: BrowserContext): Promise<Pids> {
  const session = await context.browser()?.newBrowserCDPSession()
  const told = processInfo.parse(await session?.send('SystemInfo.getProcessInfo'))
  await session?.detach()
  return withDescendants(told.processInfo.find(({ type }) => type === 'browser')?.id ?? 0)
}
