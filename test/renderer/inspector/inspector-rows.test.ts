import { expect, it } from 'vitest'

import { ledgerFigures, ledgerRows } from '../../../src/renderer/inspector/ledger-rows.ts'
import { reportGroups } from '../../../src/renderer/inspector/report-lines.ts'
import type { AgentEvent, AgentEventOf, NewEvent } from '../../../src/shared/agent-event.ts'
import type { ContextLedger } from '../../../src/shared/context-ledger.ts'

const at = (id: number, event: NewEvent): AgentEvent => ({ ...event, id, sessionId: 1, createdAt: '' })
const said = (id: number, agentId: string, content: string) =>
  at(id, { agentId, turnId: null, kind: 'user', content, data: null })
const answered = (id: number, data: AgentEventOf<'assistant'>['data']) =>
  at(id, { agentId: 'child', turnId: 't', kind: 'assistant', content: 'Found.', data })

function ledger(events: readonly AgentEvent[], changed: Partial<ContextLedger> = {}): ContextLedger {
  const segments = events.map((event) => ({ event, tokens: event.kind === 'assistant' ? 5 : null }))
  return { agentId: 'child', system: null, marks: [], segments, lastEdit: null, ...changed }
}

it('shows the system prompt first, whose log each part comes from, and marks where they stand', () => {
  const call = { type: 'tool_call', id: 'c', name: 'grep', arguments: {} } as const
  const events = [
    said(1, 'root', 'Compare'),
    said(5, 'child', 'Look'),
    answered(7, { blocks: [{ type: 'thinking', text: '' }, call] }),
  ]
  const marks = [
    { name: 'END', eventId: 9 },
    { name: 'START', eventId: 4 },
  ]
  const rows = ledgerRows(ledger(events, { marks, system: { eventId: 2, content: 'Be brief.' } }))
  expect(rows.map((row) => (row.type === 'segment' ? [row.event.id, row.title, row.note, row.tokens] : row))).toEqual([
    { type: 'system', eventId: 2, text: 'Be brief.' },
    { type: 'owner', agentId: 'root', eventId: 1 },
    [1, 'You', '', null],
    { type: 'mark', name: 'START', eventId: 4 },
    { type: 'owner', agentId: 'child', eventId: 5 },
    [5, 'You', '', null],
    [7, 'Answer', 'thinking · calls grep', 5],
    { type: 'mark', name: 'END', eventId: 9 },
  ])
})

it('says nothing of owners where all is the agent’s own', () => {
  expect(ledgerRows(ledger([said(1, 'child', 'Hi')])).map((row) => row.type)).toEqual(['segment'])
})

it('puts a mark behind a summary of what came before the mark', () => {
  const summary = at(9, {
    agentId: 'child',
    turnId: null,
    kind: 'summary',
    content: 'In short',
    data: { from_id: 1, to_id: 3, messages: 2 },
  })
  const rows = ledgerRows(ledger([summary, said(6, 'child', 'On')], { marks: [{ name: 'M', eventId: 4 }] }))
  expect(rows.map((row) => row.type)).toEqual(['segment', 'mark', 'segment'])
})

it('takes the size from the newest answer that was counted, and what came after it for uncounted', () => {
  const events = [answered(1, { input_tokens: 90, output_tokens: 10 }), answered(2, {}), said(3, 'child', 'And?')]
  expect(ledgerFigures(ledger(events))).toEqual({ segments: 3, tokens: 100, uncounted: 2 })
  expect(ledgerFigures(ledger([said(1, 'child', 'Hi')]))).toEqual({ segments: 1, tokens: null, uncounted: 1 })
})

it('says in words what was left out, added and renamed, and leaves out what was not', () => {
  expect(
    reportGroups(
      {
        dropped: [{ eventId: 3, part: 'foreign_thinking' }],
        synthesised: [{ eventId: null, part: 'continue_notice' }],
        renamed: [{ eventId: 4, what: 'id', from: 'toolu_1', to: 'call_1' }],
        violations: [],
        files: [],
        options: [{ option: 'service_tier', why: 'refused' }],
      },
      'gpt-6-sol',
    ),
  ).toEqual([
    { title: 'Left out', lines: [{ text: 'thinking of another model', detail: '', eventId: 3 }] },
    {
      title: 'Added',
      lines: [{ text: 'a prompt after the last answer', detail: '', eventId: null }],
    },
    { title: 'Renamed', lines: [{ text: 'call id', detail: 'toolu_1 → call_1', eventId: 4 }] },
    {
      title: 'Options',
      lines: [{ text: 'Service tier was not sent: the provider refused it for gpt-6-sol.', detail: '', eventId: null }],
    },
  ])
})
