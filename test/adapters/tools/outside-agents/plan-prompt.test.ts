import { describe, expect, it } from 'vitest'

import { planPrompt } from '../../../../src/main/adapters/tools/outside-agents/plan-prompt.ts'
import type { SessionRecord } from '../../../../src/main/adapters/tools/outside-agents/session-book.ts'
import type { ModelRequest, TranscriptMessage } from '../../../../src/main/core/ports/provider-ports.ts'

const FACTS = { agentId: 'me', program: 'scripted', folder: '/work' }
const said = (text: string): TranscriptMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const request = (...messages: readonly TranscriptMessage[]): ModelRequest => ({
  model: 'scripted',
  thinkingLevel: 'none',
  system: [],
  messages,
  tools: [],
  maxOutputTokens: 1,
})
const plan = (record: Partial<SessionRecord>, ...messages: readonly TranscriptMessage[]) =>
  planPrompt(request(...messages), {
    ...FACTS,
    sessions: new Map([['s', { agentId: 'me', program: 'scripted', folder: '/work', step: 1, ...record }]]),
  })

/** An answer of the session to what was said before it. */
const answered = (...before: readonly TranscriptMessage[]): TranscriptMessage => {
  const { heard } = plan({}, ...before)
  return {
    role: 'assistant',
    content: [{ type: 'text', text: 'Yes.', provider_data: { session: 's', step: 1, heard } }],
  }
}

describe('a prompt for an outside agent', () => {
  const before = [said('One'), answered(said('One'))]

  it('continues the own session, and copies that of another agent', () => {
    expect(plan({}, ...before, said('Two'))).toMatchObject({
      type: 'continue',
      session: 's',
      history: '',
      parts: [{ text: 'Two' }],
    })
    expect(plan({ agentId: 'parent' }, ...before, said('Two'))).toMatchObject({ type: 'fork', session: 's' })
  })

  it.each<[string, Partial<SessionRecord>]>([
    ['has gone on', { step: 2 }],
    ['was in another folder', { folder: '/elsewhere' }],
    ['is one of another program', { program: 'other' }],
  ])('begins anew if the session %s', (_, record) => {
    const anew = plan(record, ...before, said('Two'))
    expect(anew).toMatchObject({ type: 'new', session: null, parts: [{ text: 'Two' }] })
    expect(anew.history).toContain('[user]\nOne\n\n[assistant]\nYes.')
  })

  it('begins anew if what was said before has changed', () => {
    expect(plan({}, said('Another'), answered(said('One')), said('Two'))).toMatchObject({ type: 'new' })
  })

  it('tells a session that continues what others have said since', () => {
    const other: TranscriptMessage = { role: 'assistant', content: [{ type: 'text', text: 'Other.' }] }
    const { type, history, parts } = plan({}, ...before, said('Two'), other, said('Three'))
    expect([type, parts]).toEqual(['continue', [{ type: 'text', text: 'Three' }]])
    expect(history).toContain('[user]\nTwo\n\n[assistant]\nOther.')
    expect(history).not.toContain('One')
  })

  it('cuts long results of the history', () => {
    const long: TranscriptMessage = {
      role: 'tool',
      results: [{ callId: 'c', name: 'cat', content: 'x'.repeat(5_000), isError: true }],
    }
    const { history } = plan({ step: 9 }, ...before, long, said('Two'))
    expect(history).toContain('[result of cat, an error]\nxxxx')
    expect(history).toContain('[… 1000 characters left out …]')
  })
})
