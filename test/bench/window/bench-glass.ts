import type { BrowserContext } from '@playwright/test'

import { servePreview } from '../../renderer/preview/serve-preview.ts'
import type { GlassKind } from './glass/glass-page.ts'
import { GLASS_ROOT, type GlassOptions, KIND_NAMES, openGlass, paneBoxes } from './glass/open-glass.ts'
import { type MainThreadTime, mainThreadTime } from './main-thread.ts'
import { percentile, type WindowFigure } from './window-figure.ts'

const KINDS: readonly GlassKind[] = ['window', 'bare', 'peer']
const STREAMS = 16
const ROUNDS = 3
/** Frames before the measurement and in it. */
const RUN_UP = 240
const FRAMES = 600
const CHARACTERS = 12_000
/** How many times the floor the window may take. */
const TO_FLOOR = 1.3

/**
 * CPU of the main thread for a frame of 16 streams, in the window and in baselines with the same panes, turn about.
 * Each frame delivers the same text whatever else the machine does.
 */
export async function benchGlass(context: BrowserContext, rounds = ROUNDS): Promise<readonly WindowFigure[]> {
  const served = await servePreview(GLASS_ROOT)
  try {
    const taken = await inTurns(context, served.url, rounds)
    const cpu = (kind: GlassKind, part: keyof MainThreadTime = 'total') =>
      percentile(
        taken.filter((each) => each.kind === kind).map(({ time }) => time[part] / FRAMES),
        0.5,
      )
    const parts = (kind: GlassKind) => {
      const ms = (part: keyof MainThreadTime) => `${part} ${cpu(kind, part).toFixed(1)}`
      return `${ms('script')}, ${ms('style')}, ${ms('layout')} ms`
    }
    const of = `median of ${rounds} × ${FRAMES} frames`
    return [
      ...KINDS.map((kind) => ({
        what: `${STREAMS} streams: CPU a frame, ${KIND_NAMES[kind]}`,
        value: cpu(kind),
        unit: 'ms',
        of: parts(kind),
      })),
      {
        what: 'CPU a frame, ikigai ÷ bare text nodes',
        value: cpu('window') / cpu('bare'),
        unit: '×',
        goal: TO_FLOOR,
        of,
      },
      { what: 'CPU a frame, ikigai ÷ streamdown', value: cpu('window') / cpu('peer'), unit: '×', goal: 1, of },
    ]
  } finally {
    await served.close()
  }
}

interface Taken {
  readonly kind: GlassKind
  readonly time: MainThreadTime
}

async function inTurns(context: BrowserContext, url: string, rounds: number): Promise<readonly Taken[]> {
  const base = { url, streams: STREAMS, characters: CHARACTERS }
  const first = await openGlass(context, { ...base, kind: 'window' })
  const boxes = await paneBoxes(first)
  await first.close()
  const taken: Taken[] = []
  for (let round = 0; round < rounds; round++) {
    for (const kind of KINDS) taken.push({ kind, time: await frameTime(context, { ...base, kind, boxes }) })
  }
  return taken
}

async function frameTime(context: BrowserContext, options: GlassOptions): Promise<MainThreadTime> {
  const page = await openGlass(context, options)
  await page.evaluate((count) => window.glass.frames(count), RUN_UP)
  const time = await mainThreadTime(page)
  await page.evaluate((count) => window.glass.frames(count), FRAMES)
  const taken = await time.finish()
  await page.close()
  return taken
}
