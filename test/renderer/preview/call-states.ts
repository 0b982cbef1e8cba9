import type { NewEvent } from '../../../src/shared/agent-event.ts'

const CALLS: readonly (readonly [string, string, object | null])[] = [
  ['ended', 'npm test', { is_error: false, duration_ms: 4210 }],
  ['failed', 'npm run lint', { is_error: true, duration_ms: 930 }],
  ['denied', 'rm -rf build', { is_error: true, end: { type: 'denied', reason: 'Only clean dist' } }],
  ['refused', 'git push --force', { is_error: true, end: { type: 'refused' } }],
  ['stopped', 'npm run watch', { is_error: true, end: { type: 'stopped' } }],
  ['asked', 'curl https://example.com', null],
  ['cut', 'npm run build', null],
]

/** An answer whose calls ended in every way, then a crash, and the fork of a judge behind it. */
export function endedCalls(agentId: string): readonly NewEvent[] {
  const turnId = 'ended-calls'
  const answer = {
    agentId,
    turnId,
    kind: 'assistant',
    content: 'I will try all of it.',
    data: {
      model: 'claude-sonnet-5-5',
      finish_reason: 'TOOL_USE',
      blocks: [
        { type: 'text', text: 'I will try all of it.' },
        ...CALLS.map(([id, command]) => ({ type: 'tool_call', id, name: 'bash', arguments: { command } }) as const),
      ],
    },
  } as const
  const results = CALLS.flatMap(([id, , data]): readonly NewEvent[] =>
    data === null
      ? []
      : [
          {
            agentId,
            turnId,
            kind: 'tool_result',
            content: id === 'failed' ? 'output\n[exit code 3]' : 'output',
            data: { tool_call_id: id, name: 'bash', ...data },
          },
        ],
  )
  return [
    answer,
    ...results,
    { agentId, turnId, kind: 'interrupted', content: '', data: { reason: 'crash', unanswered_calls: ['asked'] } },
    {
      agentId,
      turnId: null,
      kind: 'fork',
      content: null,
      data: { child: 'c0ffee00-0000-4000-8000-000000000004', reason: 'judge' },
    },
  ]
}
