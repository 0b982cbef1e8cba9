import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { Pane } from '../support/drive-agent.ts'
import { expectedOf, FAULT_CASES, FAULTY_TEXT } from '../support/fault-cases.ts'
import type { Api } from '../support/fault-cases.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import type { RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import type { SimulatedHost } from '../support/provider-simulator/wire-format.ts'

/**
 * Every fault × the four wire formats, from the prompt to the log: one error, or a clean retry; nothing half-stored.
 */

const SECOND_TRY = 'The second try.'

const HOSTS: readonly (readonly [Api, SimulatedHost, model: string])[] = [
  ['messages', 'anthropic', 'claude-haiku-4-5/none'],
  ['responses', 'openai', 'gpt-5.5/none'],
  ['generate_content', 'google', 'gemini-3.8-flash'],
  ['chat of Mistral', 'mistral', 'mistral-medium-latest/none'],
]

let simulator: Simulator
let real: RealEngine

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => textAnswer(SECOND_TRY) })
  real = await openRealEngine(simulator.environment())
  // The Anthropic SDK prints what it can't parse.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterAll(async () => {
  vi.restoreAllMocks()
  await real.close()
  await simulator.close()
})

/** Types a prompt; a pause before a retry is ended at once. */
async function typeWithoutPauses(pane: Pane): Promise<void> {
  const typed = pane.type('Go')
  for (let ended = false; !ended;) {
    const over = typed.then(() => true)
    const pauses = pane.until(({ view }) => view.turn !== null && view.turn.retry !== null).then(() => false)
    ended = await Promise.race([over, pauses])
    if (ended) break
    await real.engine.agents.retryNow({ agentId: pane.agentId })
    ended = await Promise.race([over, pane.until(({ view }) => (view.turn?.retry ?? null) === null).then(() => false)])
  }
}

interface Played {
  /** What the log has of the turn: kinds, with the error's category. */
  readonly log: readonly string[]
  /** The answer that was kept, whole or cut. */
  readonly text: string
  /** What streamed before the first end or retry. */
  readonly shown: string
  readonly retries: number
  readonly ends: readonly string[]
}

async function play(model: string): Promise<Played> {
  const pane = await Pane.create(real.engine, model)
  await typeWithoutPauses(pane)
  const live = pane.items.flatMap((item) => (item.type === 'live' ? [item.event] : []))
  const firstEnd = live.findIndex(({ type }) => type === 'retrying' || type === 'turn_ended')
  const events = pane.view.events.filter(({ kind }) => kind !== 'system' && kind !== 'user')
  const kept = events.find(({ kind }) => kind === 'assistant' || kind === 'interrupted')
  const played = {
    log: events.map((event) => (event.kind === 'error' ? `error ${event.data.category}` : event.kind)),
    text: kept?.content ?? '',
    shown: live
      .slice(0, firstEnd)
      .flatMap((event) => (event.type === 'text_delta' ? [event.text] : []))
      .join(''),
    retries: live.filter(({ type }) => type === 'retrying').length,
    ends: live.flatMap((event) => (event.type === 'turn_ended' ? [event.outcome] : [])),
  }
  pane.close()
  return played
}

const NOT_TRIED_AGAIN: readonly string[] = ['UNKNOWN', 'NOT_FOUND', 'AUTH', 'BILLING', 'INVALID_REQUEST']

/** A whole text whose end nobody knows: it is kept, and counts for nothing. */
const WITHOUT_END = { log: ['assistant', 'error INCOMPLETE'], text: FAULTY_TEXT, retries: 0, ends: ['failed'] }

/** What must be in the log, given what a fault comes to and what had been shown by then. */
function wanted(expected: string, shown: string, text: string): Omit<Played, 'shown'> {
  switch (true) {
    case expected === 'whole':
      return { log: ['assistant'], text: FAULTY_TEXT, retries: 0, ends: ['completed'] }
    case expected === 'other':
      return { log: ['assistant'], text: text === FAULTY_TEXT ? 'another text' : text, retries: 0, ends: ['completed'] }
    case shown !== '':
      // What a user has seen is kept as it was seen, and never asked for again.
      return { log: ['interrupted', `error ${expected}`], text: shown, retries: 0, ends: ['failed'] }
    case NOT_TRIED_AGAIN.includes(expected):
      return { log: [`error ${expected}`], text: '', retries: 0, ends: ['failed'] }
    default:
      return { log: ['assistant'], text: SECOND_TRY, retries: 1, ends: ['completed'] }
  }
}

describe.each(HOSTS)('%s', (api, host, model) => {
  it.each(FAULT_CASES.map(([fault, outcomes]) => [JSON.stringify(fault), fault, expectedOf(outcomes, api)] as const))(
    '%s',
    async (_name, fault, expected) => {
      simulator.enqueue(host, { ...textAnswer(FAULTY_TEXT, { faults: [fault] }), chunkSize: 8 })
      const { shown, ...played } = await play(model)
      const isWithoutEnd = fault.type === 'unknown_finish_reason'
      expect(played).toEqual(isWithoutEnd ? WITHOUT_END : wanted(expected, shown, played.text))
    },
  )
})
