import type { Browser, Page } from '@playwright/test'
import { z } from 'zod'

const traceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Time of the processor in µs. */
  tdur: z.number().default(0),
  args: z.looseObject({ name: z.unknown() }).partial().default({}),
})
const trace = z.object({ traceEvents: z.array(traceEvent) })
type TraceEvent = z.infer<typeof traceEvent>

/**
 * How long the longest task of the page's main thread kept a processor busy while `work` ran, in ms. What other
 * programs take of the processor meanwhile does not count.
 */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString()))
  const main = new Set(traceEvents.filter(isMainThread).map(thread))
  const tasks = traceEvents.filter((event) => event.ph === 'X' && main.has(thread(event)))
  if (tasks.length === 0) throw new Error('The trace has no task of the main thread')
  return tasks.reduce((longest, { tdur }) => Math.max(longest, tdur), 0) / 1_000
}

function isMainThread({ name, args }: TraceEvent): boolean {
  return name === 'thread_name' && args.name === 'CrRendererMain'
}

function thread({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`
}
