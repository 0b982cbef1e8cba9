import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { EVENTS } from '../../src/shared/events.ts'
import { EVENT_KINDS, eventHas, isEventKind, isShownIn, kindsWith } from '../../src/shared/event-facts.ts'

it('has a row in the documentation for each kind, and no other', () => {
  const text = readFileSync(new URL('../../docs/behaviour/storage.md', import.meta.url), 'utf8')
  const table = text.slice(text.indexOf('\n## Events'), text.indexOf('`docs/import-format.md` describes every field'))
  const documented = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind)
  expect(new Set(documented)).toEqual(new Set(EVENT_KINDS))
  expect(documented).toHaveLength(EVENT_KINDS.length)
})

it('knows its kinds, and no names that objects inherit', () => {
  expect(EVENT_KINDS.every(isEventKind)).toBe(true)
  expect(['', 'User', 'toString', '__proto__', 'constructor', 'users'].filter(isEventKind)).toEqual([])
})

it('finds kinds by one value or several', () => {
  expect(kindsWith('message', 'whole')).toEqual(['user', 'assistant', 'interrupted', 'mail', 'merge'])
  expect(kindsWith('message', 'none', 'part', 'whole')).toEqual(EVENT_KINDS)
  expect(kindsWith('context', 'edit')).toEqual(['clear', 'rewind', 'summary'])
  expect(kindsWith('rerun', 'response')).toEqual(['assistant', 'interrupted', 'error'])
})

const mark: AgentEvent = {
  id: 1,
  sessionId: 1,
  agentId: 'a',
  turnId: null,
  kind: 'mark',
  content: null,
  data: { name: 'x' },
  createdAt: '2026-01-01T00:00:00.000000Z',
}

it('says of an event what its row says', () => {
  expect(eventHas(mark, 'context', 'own_state')).toBe(true)
  expect(eventHas(mark, 'context', 'item', 'edit')).toBe(false)
  expect([isShownIn(mark, 'history'), isShownIn(mark, 'markdown'), isShownIn(mark, 'ledger')]).toEqual([
    true,
    true,
    false,
  ])
})

it('shows what models see', () => {
  const hidden = kindsWith('context', 'item').filter((kind) => !Object.values(EVENTS[kind].shown).every(Boolean))
  expect(hidden).toEqual([])
})

it('has only messages that are in a context, or stand for a part of one', () => {
  const inContext = kindsWith('context', 'item', 'edit')
  expect(kindsWith('message', 'whole', 'part').filter((kind) => !inContext.includes(kind))).toEqual([])
})

it('repeats only what changes a context', () => {
  const without = kindsWith('context', 'none')
  expect(kindsWith('rerun', 'act', 'question').filter((kind) => without.includes(kind))).toEqual([])
})

it('expects nothing in data that there is not', () => {
  const wrong = kindsWith('data', 'none').filter(
    (kind) => EVENTS[kind].schema !== null || Object.keys(EVENTS[kind].references).length > 0,
  )
  expect(wrong).toEqual([])
})

it('passes over what changes no context where it looks for the end of one', () => {
  const without = kindsWith('context', 'none')
  expect(without.filter((kind) => EVENTS[kind].atEnd !== 'passed_over')).toEqual([])
})
