import { writeFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { inColumns } from './bench-layout.ts'
import { calm, openWindow, profile, weigh } from './bench-page.ts'
import type { BenchWorld } from './bench-world.ts'
import { measureSteady, restartProbes, RUN_UP_MS, startStreams } from './steady.ts'
import { percentile, type WindowFigure } from './window-figure.ts'

export const STREAMS = 16
const COLUMNS = 4
/** What is typed while all stream, and how fast, ms between keys. */
const TYPED = 'the quick brown fox jumps over the lazy dog '
const KEY_MS = 120
/** A frame longer than this is seen. */
const LONG_FRAME_MS = 50

export const streamName = (index: number): string => `Stream ${String(index + 1).padStart(2, '0')}`

/** How long each stream has to last for all that is measured, seconds. */
export function streamSeconds(seconds: number): number {
  const typing = (2 * TYPED.length * KEY_MS * 2) / 1000
  return Math.ceil(seconds + typing + RUN_UP_MS / 1000 + 5)
}

/**
 * 16 panes that stream all at once: frames, latencies, what typing draws, memory. `profileFile`: where the CPU profile
 * goes.
 */
export async function benchStreaming(
  world: BenchWorld,
  seconds: number,
  profileFile: string | null,
): Promise<readonly WindowFigure[]> {
  const names = Array.from({ length: STREAMS }, (_, index) => streamName(index))
  const page = await openWindow(world, inColumns(names, COLUMNS))
  const idle = await typeAndCount(page)
  const before = await weigh(page)
  await startStreams(world, names)
  await page.waitForTimeout(RUN_UP_MS)
  const steady = await steadyFigures(page, seconds, profileFile)
  const keys = await typeAndTime(page)
  const streaming = await typeAndCount(page)
  await settled(page)
  const after = await weigh(page)
  await page.reload()
  await calm(page)
  const anew = await weigh(page)
  await page.close()
  const streams = `${STREAMS} streams`
  return [
    ...steady,
    {
      what: `${streams}: key → paint p95`,
      value: percentile(keys, 0.95),
      unit: 'ms',
      goal: 25,
      of: `${keys.length} keys`,
    },
    {
      what: 'transcript renders by typing, idle',
      value: idle.transcript,
      unit: '',
      goal: 0,
      of: `${idle.promptCommits} prompt renders`,
    },
    {
      what: 'transcript renders by typing, streaming',
      value: streaming.transcriptByTyping,
      unit: '',
      goal: 0,
      of: `${streaming.promptCommits} prompt renders; ${streaming.transcript} transcript renders by ${streams}`,
    },
    { what: `${streams}: JS heap before`, value: before.heap, unit: 'MB', of: `${before.nodes} nodes` },
    { what: `${streams}: JS heap after`, value: after.heap, unit: 'MB', of: `${after.nodes} nodes` },
    { what: `${streams}: JS heap, the same opened anew`, value: anew.heap, unit: 'MB', of: `${anew.nodes} nodes` },
  ]
}

async function steadyFigures(
  page: Page,
  seconds: number,
  profileFile: string | null,
): Promise<readonly WindowFigure[]> {
  const profiled = profileFile === null ? null : await profile(page)
  const { gaps, deltas, cpu } = await measureSteady(page, seconds)
  if (profiled !== null && profileFile !== null) await writeFile(profileFile, await profiled.finish())
  const long = gaps.filter((gap) => gap > LONG_FRAME_MS).length
  const streams = `${STREAMS} streams`
  const frames = `${gaps.length} frames`
  const stamps = `${deltas.length} deltas`
  return [
    {
      what: `${streams}: frames over ${LONG_FRAME_MS} ms`,
      value: long,
      unit: '',
      goal: 0,
      of: `${frames} in ${seconds} s`,
    },
    { what: `${streams}: their share`, value: (100 * long) / gaps.length, unit: '%', goal: 0 },
    { what: `${streams}: frame p50`, value: percentile(gaps, 0.5), unit: 'ms', of: frames },
    { what: `${streams}: frame p99`, value: percentile(gaps, 0.99), unit: 'ms', of: frames },
    { what: `${streams}: longest frame`, value: Math.max(...gaps), unit: 'ms' },
    { what: `${streams}: main thread, CPU a frame`, value: cpu.total / gaps.length, unit: 'ms', of: frames },
    { what: `${streams}: main thread, CPU`, value: cpu.total / seconds / 10, unit: '%', of: 'of one core' },
    { what: `${streams}: delta → paint p50`, value: percentile(deltas, 0.5), unit: 'ms', of: stamps },
    { what: `${streams}: delta → paint p99`, value: percentile(deltas, 0.99), unit: 'ms', goal: 80, of: stamps },
  ]
}

async function typeAndTime(page: Page): Promise<readonly number[]> {
  await prompt(page).focus()
  await restartProbes(page)
  await page.keyboard.type(TYPED, { delay: KEY_MS })
  const keys = await page.evaluate(() => window.benchLatency.keys())
  await prompt(page).fill('')
  return keys
}

async function typeAndCount(page: Page) {
  await prompt(page).focus()
  await page.evaluate(() => window.benchRenders.restart())
  await page.keyboard.type(TYPED, { delay: KEY_MS / 2 })
  const counts = await page.evaluate(() => window.benchRenders.stop())
  await prompt(page).fill('')
  return counts
}

function prompt(page: Page) {
  return page.getByRole('textbox', { name: `Prompt to ${streamName(0)}`, exact: true })
}

/** All turns have ended. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop', exact: true }).first().waitFor({ state: 'detached', timeout: 120_000 })
}
