import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import type { AgentActivity } from '../../../src/shared/agent-summary.ts'
import { ActivityDot } from '../../../src/renderer/parts/activity-dot.tsx'

const error = { category: 'SERVER', message: 'It broke.', retryable: true } as const

const STATES: readonly (readonly [name: string, activity: AgentActivity, killed: boolean, unread?: string])[] = [
  ['idle', { type: 'idle' }, false],
  ['streaming', { type: 'streaming' }, false],
  ['tools', { type: 'tools' }, false],
  ['needs approval', { type: 'needs_approval' }, false],
  ['retrying', { type: 'retrying', at: 0, attempt: 1 }, false],
  ['failed', { type: 'failed', error }, false],
  ['unread', { type: 'idle' }, false, 'New answer'],
  ['killed', { type: 'idle' }, true],
]

it('shows each state in a shape of its own, whatever its colour', () => {
  const drawn = STATES.map(([, activity, killed, unread]) => {
    const markup = renderToStaticMarkup(<ActivityDot activity={activity} killed={killed} unread={unread} />)
    return (
      [...markup.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path).join(' ') + (/retrying/.exec(markup)?.[0] ?? '')
    )
  })
  expect(new Set(drawn).size).toBe(STATES.length)
})
