import { expect, it } from 'vitest'

import { isNewestEnd } from '../../../src/renderer/history/newest-end.ts'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import { eventLog } from '../../support/event-log-builder.ts'
import { untyped } from '../../support/untyped.ts'

type Later = Pick<NewEvent, 'kind'> & Partial<Pick<NewEvent, 'content' | 'data'>>

/** What follows a stopped answer and leaves its offers, and what takes them. */
const FOLLOWS: readonly (readonly [string, Later, boolean])[] = [
  ['a fork, as of a judge', { kind: 'fork', data: { child: 'b', reason: 'judge' } }, true],
  ['a mark', { kind: 'mark', data: { name: 'here' } }, true],
  ['another model', { kind: 'model', data: { provider: 'openai', model: 'm', thinking_level: 'none' } }, true],
  ['a command', { kind: 'command', content: '/help', data: { answer: '', ok: true } }, true],
  ['a prompt', { kind: 'user', content: 'Go on' }, false],
  ['an answer', { kind: 'assistant', content: 'Yes.', data: {} }, false],
  ['a rewind', { kind: 'rewind', data: { target_id: 1 } }, false],
  ['a clear', { kind: 'clear' }, false],
  ['a failure', { kind: 'error', content: 'No.', data: { category: 'SERVER', retryable: true } }, false],
]

it.each(FOLLOWS)('%s', (_, later, stays) => {
  const log = eventLog()
  const prompt = log.user('Hi')
  const stopped = log.add({ kind: 'interrupted', content: 'Well', data: { reason: 'cancelled' } })
  expect(isNewestEnd([prompt, stopped], stopped.id)).toBe(true)
  expect(isNewestEnd([prompt, stopped, log.add(untyped<Parameters<typeof log.add>[0]>(later))], stopped.id)).toBe(stays)
  expect(isNewestEnd([prompt, stopped], prompt.id)).toBe(false)
})
