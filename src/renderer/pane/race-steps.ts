import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { RaceData } from '../../shared/race.ts'

/** A run of the test command of one attempt. */
export interface RaceRun {
  /** Since the race began, ms. */
  readonly at: number
  readonly passed: number
  readonly failed: number
}

/** Runs with counts by attempt, oldest first. Attempts whose command has no known report have none. */
export type RaceRuns = ReadonlyMap<AgentId, readonly RaceRun[]>

/** Returns the runs of all attempts that are in the loaded events of a race. */
export function raceRuns(events: readonly AgentEvent[]): RaceRuns {
  const begun = Date.parse(
    events.find((event) => event.kind === 'race' && event.data.step === 'begun')?.createdAt ?? '',
  )
  const runs = events.flatMap((event) => {
    const data = testedIn(event)
    if (data?.counts == null || Number.isNaN(begun)) return []
    const { passed, failed } = data.counts
    return [{ agent: data.agent, run: { at: Math.max(0, Date.parse(event.createdAt) - begun), passed, failed } }]
  })
  const byAgent = Map.groupBy(runs, ({ agent }) => agent)
  return new Map([...byAgent].map(([agent, all]) => [agent, all.map(({ run }) => run)]))
}

/** Returns what the newest run of an attempt printed about failures; null: it has not failed. */
export function printedFailure(events: readonly AgentEvent[], agentId: AgentId): readonly string[] | null {
  const newest = events.findLast((event) => testedIn(event)?.agent === agentId)
  if (newest === undefined || testedIn(newest)?.passed !== false) return null
  return failingLines(newest.content ?? '')
}

/** How reports begin a line about a test that fails: TAP, vitest, jest, mocha, node:test, go, pytest, cargo, and others. */
const FAILING = /^\s*(?:✗|✕|✖|×|not ok\b|FAIL(?:ED)?\b|--- FAIL\b|\d+\) |test .* FAILED$)/

const MOST_LINES = 24

/** Returns the lines that name failing tests, each with what follows it; without any, the last lines of the output. */
export function failingLines(output: string): readonly string[] {
  const lines = output.trimEnd().split('\n')
  const named = lines.flatMap((line, index) => {
    const next = lines[index + 1]
    if (!FAILING.test(line)) return []
    return next === undefined || next.trim() === '' || FAILING.test(next) ? [line] : [line, next]
  })
  return (named.length === 0 ? lines.slice(-MOST_LINES / 2) : named).slice(0, MOST_LINES)
}

function testedIn(event: AgentEvent): Extract<RaceData, { step: 'tested' }> | null {
  return event.kind === 'race' && event.data.step === 'tested' ? event.data : null
}
