import { inColumns } from './bench-layout.ts'
import { openWindow } from './bench-page.ts'
import type { BenchWorld } from './bench-world.ts'
import { measureSteady, RUN_UP_MS, startStreams, stopStreams } from './steady.ts'
import { percentile, type WindowFigure } from './window-figure.ts'

export const MANY_STREAMS = 64
/** Of the many, so many panes are beside and above each other; the others are open and out of view. */
const ROWS = 4
const SHOWN = 16
/** One stream on a slow machine: characters of its answer at 400 a second, and how many times slower. */
const CHARACTERS = 8_000
const CHARACTERS_PER_SECOND = 400
const SLOWER = 4
/** The screen's rate in a headless browser. */
const FRAMES_PER_SECOND = 60

/** One stream while the page's processor is slowed down. */
export async function benchSlowStream(world: BenchWorld, name: string): Promise<readonly WindowFigure[]> {
  const page = await openWindow(world, [[name]])
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await startStreams(world, [name])
  const seconds = CHARACTERS / CHARACTERS_PER_SECOND
  const { gaps, deltas, cpu } = await measureSteady(page, seconds)
  await stopStreams(world, [name])
  await page.close()
  const what = `1 stream, CPU ÷ ${SLOWER}`
  const rate = gaps.length / seconds
  return [
    {
      what: `${what}: time between frames`,
      value: 1000 / rate,
      unit: 'ms',
      goal: Math.ceil(1000 / FRAMES_PER_SECOND),
      of: `${rate.toFixed(0)} frames per second of the screen's ${FRAMES_PER_SECOND}`,
    },
    { what: `${what}: longest frame`, value: Math.max(...gaps), unit: 'ms', goal: 50 },
    { what: `${what}: CPU a frame`, value: cpu.total / gaps.length, unit: 'ms' },
    { what: `${what}: delta → paint p99`, value: percentile(deltas, 0.99), unit: 'ms', of: `${deltas.length} deltas` },
  ]
}

/** 64 streams at once, of which 16 are in view. */
export async function benchManyStreams(
  world: BenchWorld,
  names: readonly string[],
  seconds: number,
): Promise<readonly WindowFigure[]> {
  const page = await openWindow(world, inColumns(names, names.length / ROWS), SHOWN)
  await startStreams(world, names)
  await page.waitForTimeout(RUN_UP_MS)
  const { gaps, deltas, cpu } = await measureSteady(page, seconds)
  await stopStreams(world, names)
  await page.close()
  const what = `${names.length} streams, ${SHOWN} in view`
  return [
    { what: `${what}: delta → paint p50`, value: percentile(deltas, 0.5), unit: 'ms', of: `${deltas.length} deltas` },
    { what: `${what}: delta → paint p99`, value: percentile(deltas, 0.99), unit: 'ms', goal: 250 },
    { what: `${what}: frame p99`, value: percentile(gaps, 0.99), unit: 'ms', of: `${gaps.length} frames` },
    { what: `${what}: CPU a frame`, value: cpu.total / gaps.length, unit: 'ms' },
  ]
}
