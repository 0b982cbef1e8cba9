import { expect, it } from 'vitest'

import { lastLines } from '../../../src/renderer/pane/overview-lines.ts'
import { paneName } from '../../../src/renderer/pane/use-pane-name.ts'
import { emptyAgentView, type AgentView, type TurnView } from '../../../src/shared/agent-view.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const TURN: TurnView = {
  turnId: 't',
  model: 'm',
  startedAt: 0,
  blocks: [],
  toolOutput: {},
  toolLinks: {},
  retry: null,
}
const streaming = (blocks: TurnView['blocks']): AgentView => ({ ...emptyAgentView('a'), turn: { ...TURN, blocks } })

it('shows the last two lines of what streams, without blank ones, and the call that is being made', () => {
  const call = { type: 'tool_call', id: 'c', name: 'bash', argumentsText: '{', complete: false } as const
  expect([
    lastLines(undefined),
    lastLines(emptyAgentView('a')),
    lastLines(streaming([{ type: 'text', text: 'One\n\nTwo\n  Three \n' }])),
    lastLines(streaming([{ type: 'text', text: 'One' }, call])),
    lastLines(streaming([{ type: 'text', text: 'a\u202eb' }])).join(''),
  ]).toEqual([[], [], ['Two', 'Three'], ['bash'], expect.not.stringContaining('\u202e')])
})

it.each([
  ['**module 12** is `done`', ['module 12 is done']],
  ['## Heading\n\n- one\n- *two*', ['one', 'two']],
  ['| a | b |\n|---|---|\n| 1 | **2** |', ['a b', '1 2']],
  ['See [the page](https://example.org).', ['See the page.']],
  ['```ts\nconst a = 1\n```', ['const a = 1']],
  ['<script>alert(1)</script>', ['<script>alert(1)</script>']],
  ['not **closed yet', ['not **closed yet']],
])('shows %j as it is read', (text, lines) => {
  expect(lastLines(streaming([{ type: 'text', text }]))).toEqual(lines)
})

it('names each of several open agents with one name by its model, then by a number', () => {
  const open = [
    agentSummary({ id: 'a' }),
    agentSummary({ id: 'b', choice: null }),
    agentSummary({ id: 'c' }),
    agentSummary({ id: 'd', name: 'Other' }),
  ]
  expect(open.map(({ id }) => paneName(id, open))).toEqual([
    'Poet · claude-haiku-4-5 · 1',
    'Poet · no model',
    'Poet · claude-haiku-4-5 · 2',
    'Other',
  ])
})
