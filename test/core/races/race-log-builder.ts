import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { RaceData, RacePlan } from '../../../src/shared/race.ts'
import type { TestRun } from '../../../src/shared/test-run.ts'
import { type RaceState, reduceRace } from '../../../src/main/core/races/race-state.ts'

/** The agent of the race. */
const RACE = 'race'
/** What races of tests are run by. */
export const PLAN: RacePlan = {
  task: 'Fix it',
  test: 'npm test',
  timeout_ms: 1_000,
  retries: 2,
  at_once: 2,
  winner: 'cheapest',
  max_usd: null,
  max_minutes: null,
  unconfined: false,
}

/** The log of a race. Ids and times ascend by one and by one second. */
export class RaceLogBuilder {
  readonly events: AgentEvent[] = []
  #at = 0

  add(event: NewEvent, seconds = 1): void {
    this.#at += seconds * 1_000
    const id = this.events.length + 1
    this.events.push({ ...event, id, sessionId: 1, createdAt: new Date(this.#at).toISOString() })
  }

  step(data: RaceData, seconds?: number): void {
    this.add({ agentId: RACE, turnId: null, kind: 'race', content: null, data }, seconds)
  }

  begin(attempts: readonly string[], plan: Partial<RacePlan> = {}): void {
    this.step({ step: 'begun', plan: { ...PLAN, ...plan }, attempts })
  }

  prompt(agentId: string): void {
    this.add({ agentId, turnId: 'turn', kind: 'user', content: 'Fix it', data: null })
  }

  answer(agentId: string): void {
    this.add({ agentId, turnId: 'turn', kind: 'assistant', content: 'Done.', data: {} })
  }

  test(agent: string, passed: boolean, lines = 1, more: Partial<TestRun> & { timed_out?: string } = {}): void {
    const counts = null
    const changes = { files: lines === 0 ? 0 : 1, added: lines, removed: 0 }
    const run = { passed, exit_code: passed ? 0 : 1, counts, duration_ms: 5, ...more }
    this.step({ step: 'tested', agent, changes, changed_tests: [], ...run })
  }

  get state(): RaceState {
    const state = this.events.reduce<RaceState | null>(reduceRace, null)
    if (state === null) throw new Error('The race has not begun')
    return state
  }
}

/** Nobody works, and nothing was paid. */
export const none = { working: new Set<string>(), costs: new Map(), activeMs: 0 }
