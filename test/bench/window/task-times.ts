import type { Page } from '@playwright/test'
import { z } from 'zod'

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** CPU time of the thread, µs. */
      tdur: z.number().optional(),
      args: z.object({ name: z.string().optional() }).optional(),
    }),
  ),
})

/** A task of a thread in a trace; older versions of Chromium have the first name. */
const TASK = /(^|::)RunTask$/
const MAIN_THREAD = 'CrRendererMain'
const US_PER_MS = 1_000

/**
 * Returns how long the main threads of pages worked on each task while `work` runs: CPU, ms. Unlike the time of a clock it
 * says nothing of other programs on a busy machine.
 */
export async function taskTimes(page: Page, work: () => Promise<void>): Promise<readonly number[]> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('Only a browser that was launched can be traced')
  await browser.startTracing(page, { categories: ['__metadata', 'toplevel', 'disabled-by-default-devtools.timeline'] })
  await work()
  const { traceEvents } = traceSchema.parse(JSON.parse((await browser.stopTracing()).toString()))
  const placeOf = ({ pid, tid }: { readonly pid: number; readonly tid: number }): string => `${pid} ${tid}`
  const threads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD).map(placeOf),
  )
  return traceEvents.flatMap((event) =>
    TASK.test(event.name) && event.tdur !== undefined && threads.has(placeOf(event)) ? [event.tdur / US_PER_MS] : [],
  )
}
