import { expect, it } from 'vitest'

import { withNewReferences } from '../../../src/main/core/transfer/data-references.ts'
import { IdMap } from '../../../src/main/core/transfer/id-map.ts'
import { type LogRows, readRows } from '../../../src/main/core/transfer/read-rows.ts'
import type { EventKind } from '../../../src/shared/agent-event.ts'
import { EVENTS } from '../../../src/shared/events.ts'
import { EVENT_KINDS } from '../../../src/shared/event-facts.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { valueOf } from '../../support/drive-agent.ts'

/** Agents `a` and `b` with the events 1, 3 and 5 and the mail 7, which become `A`, `B`, 41, 43, 45 and 97. */
async function newIds(): Promise<IdMap> {
  const lines = [
    { uuid: 'a' },
    { uuid: 'b' },
    ...[1, 3, 5].map((id) => ({ id, agent_uuid: 'a', kind: 'user', content: 'Hi' })),
    { id: 7, from_agent: 'a', to_agent: 'b', content: 'Hi' },
  ]
  const rows: LogRows = valueOf(await readRows(lines.map((line) => JSON.stringify(line))))
  const uuids = ['A', 'B']
  return new IdMap(['a', 'b'], rows, { events: [41, 43, 45], mail: [97], uuid: () => uuids.shift() ?? 'another' })
}

const CASES: readonly (readonly [EventKind, JsonObject, JsonObject])[] = [
  ['rewind', { target_id: 3, undoes: 5, mark: 'a' }, { target_id: 43, undoes: 45, mark: 'a' }],
  ['rewind', { target_id: 2, leaves_out: true }, { target_id: 43, leaves_out: true }],
  ['rewind', { target_id: 6, undoes: 2 }, { target_id: 46, undoes: 0 }],
  ['summary', { from_id: 2, to_id: 4, messages: 3 }, { from_id: 43, to_id: 43, messages: 3 }],
  ['keep_warm', { answer_id: 4 }, { answer_id: 43 }],
  [
    'checkpoint',
    { from_agent: 'b', from_state: 'ff', folder: 'a' },
    { from_agent: 'B', from_state: 'ff', folder: 'a' },
  ],
  [
    'fork',
    { child: 'stranger', mark: 'a', answers: [{ agent: 'b', events: [1, 4], model: 'a' }] },
    { child: 'stranger', mark: 'a', answers: [{ agent: 'B', events: [41, 43], model: 'a' }] },
  ],
  [
    'merge',
    { sources: [{ agent: 'a', events: [5] }, 'text'], merged: { agent: 'b', events: [], letter: 'A' } },
    { sources: [{ agent: 'A', events: [45] }, 'text'], merged: { agent: 'B', events: [], letter: 'A' } },
  ],
  [
    'vote',
    { answer: { agent: 'a', events: [1] }, over: [{ agent: 'b', events: [3] }] },
    { answer: { agent: 'A', events: [41] }, over: [{ agent: 'B', events: [43] }] },
  ],
  [
    'verdict',
    { answers: [{ agent: 'b', events: [5], rank: 1 }] },
    { answers: [{ agent: 'B', events: [45], rank: 1 }] },
  ],
  ['rerun', { step: 'begun', agent: 'a', from: 2, to: 4 }, { step: 'begun', agent: 'A', from: 43, to: 43 }],
  ['rerun', { step: 'diverged', event: 5 }, { step: 'diverged', event: 45 }],
  ['race', { step: 'begun', attempts: ['a', 'b', 'c', 1] }, { step: 'begun', attempts: ['A', 'B', 'c', 1] }],
  ['race', { step: 'ended', winner: null }, { step: 'ended', winner: null }],
  ['race', { step: 'adopted', agent: 'b', event: 1 }, { step: 'adopted', agent: 'B', event: 41 }],
  ['evaluation', { step: 'judge', agent: 'a', of: 'b', index: 1 }, { step: 'judge', agent: 'A', of: 'B', index: 1 }],
  ['evaluation', { step: 'checked', agent: 'a', event: 3 }, { step: 'checked', agent: 'A', event: 43 }],
  ['agent_killed', { by: 'person' }, { by: 'person' }],
  ['agent_killed', { by: 'b' }, { by: 'B' }],
  ['mail', { from: 'a', mail_id: 7, tool_call_id: 'a' }, { from: 'A', mail_id: 97, tool_call_id: 'a' }],
  ['redacted', { event_id: 3, events: 1, tombstones: { a: 'ff' } }, { event_id: 43, events: 1 }],
  ['assistant', { child: 'a', event: 1, agent: 'b' }, { child: 'a', event: 1, agent: 'b' }],
  [
    'tool_call',
    { tool_call_id: 'a', name: 'a', arguments: { agent: 'a' } },
    { tool_call_id: 'a', name: 'a', arguments: { agent: 'a' } },
  ],
]

it.each(CASES)('gives the data of a %s with %j the ids of this log', async (kind, data, expected) => {
  expect(withNewReferences(kind, data, await newIds())).toEqual(expected)
})

it('has a case for every kind whose data refers to something', () => {
  const tried = new Map<EventKind, Set<string>>()
  for (const [kind, data] of CASES) tried.set(kind, new Set([...(tried.get(kind) ?? []), ...Object.keys(data)]))
  const missing = EVENT_KINDS.flatMap((kind) =>
    Object.keys(EVENTS[kind].references).flatMap((key) =>
      tried.get(kind)?.has(key) === true ? [] : [`${kind}.${key}`],
    ),
  )
  expect(missing).toEqual([])
})
