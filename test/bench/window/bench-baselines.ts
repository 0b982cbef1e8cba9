import { servePreview } from '../../renderer/preview/serve-preview.ts'
import { inColumns } from './bench-layout.ts'
import { openWindow } from './bench-page.ts'
import type { BenchWorld } from './bench-world.ts'
import type { GlassKind, PaneBox } from './glass/glass-page.ts'
import { GLASS_ROOT, KIND_NAMES, openGlass, paneBoxes } from './glass/open-glass.ts'
import { measureSteady, RUN_UP_MS, startStreams, type Steady, stopStreams } from './steady.ts'
import { percentile, type WindowFigure } from './window-figure.ts'

const COLUMNS = 4
const ROUNDS = 3
/** How many times the floor's CPU the window may take. */
const TO_FLOOR = 1.3
const KINDS: readonly GlassKind[] = ['window', 'bare', 'peer']

/**
 * The served app with all streams, and the same text at the same rate in the baselines' panes of the same sizes, turn
 * about, each for a third of the time. The text of the baselines comes from a worker of their page.
 */
export async function benchBaselines(
  world: BenchWorld,
  names: readonly string[],
  seconds: number,
): Promise<readonly WindowFigure[]> {
  const served = await servePreview(GLASS_ROOT)
  const page = await openWindow(world, inColumns(names, COLUMNS))
  const boxes = await paneBoxes(page)
  const each = Math.ceil(seconds / ROUNDS)
  const taken: { readonly kind: GlassKind; readonly steady: Steady }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.bringToFront()
    await startStreams(world, names)
    await page.waitForTimeout(RUN_UP_MS)
    taken.push({ kind: 'window', steady: await measureSteady(page, each) })
    await stopStreams(world, names)
    for (const kind of ['bare', 'peer'] as const) {
      taken.push({ kind, steady: await measureBaseline(world, { url: served.url, kind, boxes, seconds: each }) })
    }
  }
  await page.close()
  await served.close()
  const of = (kind: GlassKind) => taken.filter((one) => one.kind === kind).map(({ steady }) => steady)
  return [...KINDS.flatMap((kind) => kindFigures(kind, of(kind))), ...ratios(of)]
}

interface BaselineOptions {
  readonly url: string
  readonly kind: GlassKind
  readonly boxes: readonly PaneBox[]
  readonly seconds: number
}

/** Characters of each stream in a second. */
const RATE = 400

async function measureBaseline({ context }: BenchWorld, options: BaselineOptions): Promise<Steady> {
  const { url, kind, boxes, seconds } = options
  const characters = (seconds + RUN_UP_MS / 1000 + 5) * RATE
  const page = await openGlass(context, { url, kind, streams: boxes.length, characters, boxes })
  await page.evaluate(() => window.glass.start())
  await page.waitForTimeout(RUN_UP_MS)
  const steady = await measureSteady(page, seconds)
  await page.close()
  return steady
}

function kindFigures(kind: GlassKind, rounds: readonly Steady[]): readonly WindowFigure[] {
  const frames = rounds.reduce((sum, { gaps }) => sum + gaps.length, 0)
  const deltas = rounds.flatMap((each) => each.deltas)
  const what = `${KIND_NAMES[kind]}, turn about`
  return [
    { what: `${what}: CPU a frame`, value: cpuPerFrame(rounds), unit: 'ms', of: `${frames} frames` },
    { what: `${what}: delta → paint p50`, value: percentile(deltas, 0.5), unit: 'ms', of: `${deltas.length} deltas` },
    { what: `${what}: delta → paint p99`, value: percentile(deltas, 0.99), unit: 'ms' },
  ]
}

/** The median of the rounds, ms. */
function cpuPerFrame(rounds: readonly Steady[]): number {
  return percentile(
    rounds.map(({ cpu, gaps }) => cpu.total / gaps.length),
    0.5,
  )
}

function ratios(of: (kind: GlassKind) => readonly Steady[]): readonly WindowFigure[] {
  const cpu = (kind: GlassKind) => cpuPerFrame(of(kind))
  const late = (kind: GlassKind) =>
    percentile(
      of(kind).flatMap((each) => each.deltas),
      0.99,
    )
  return [
    { what: 'CPU a frame ÷ bare text', value: cpu('window') / cpu('bare'), unit: '×', goal: TO_FLOOR },
    { what: 'CPU a frame ÷ streamdown', value: cpu('window') / cpu('peer'), unit: '×', goal: 1 },
    { what: 'delta → paint p99 ÷ streamdown', value: late('window') / late('peer'), unit: '×', goal: 1 },
  ]
}
