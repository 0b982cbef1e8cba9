import { describe, expect, it } from 'vitest'

import { askEditor } from '../../../src/main/hosts/acp/ask-editor.ts'
import type { ApprovalAnswer, ApprovalFeedItem, PendingApproval } from '../../../src/shared/approval.ts'
import { DONE } from '../../../src/shared/result.ts'
import { createFakeEngine } from '../../support/fake-engine.ts'

const CALL: PendingApproval = {
  id: 'c1',
  agentId: '00000000-0000-4000-8000-000000000001',
  tool: 'bash',
  subject: 'git push',
  access: 'execute',
  isInFolder: false,
  askedAt: 0,
  patterns: ['git push', 'git *'],
}
const QUESTION = { ...CALL, access: 'question', subject: 'Which?', choices: ['Red'] } as const
const LIMIT = { ...CALL, access: 'limit', extension: '50 agents', patterns: [] } as const
const TRUST = { ...CALL, access: 'trust', patterns: [] } as const
const PROTECTED = { ...CALL, protectedAs: 'a file for secrets' }

/** Asks an editor that sends this text for an answer; null: it sends an error. Returns what the engine is told. */
async function answered(text: string | null, pending: PendingApproval): Promise<readonly ApprovalAnswer[]> {
  const given: ApprovalAnswer[] = []
  const done = Promise.withResolvers<null>()
  async function* subscribe(): AsyncGenerator<readonly ApprovalFeedItem[]> {
    // A feed that begins anew shows the open question once more.
    for (let times = 0; times < 2; times++) yield [{ type: 'snapshot', pending: [pending], rules: [] }]
    await done.promise
  }
  const { approvals } = createFakeEngine()
  const answer = async (input: { readonly answer: ApprovalAnswer }) => {
    given.push(input.answer)
    done.resolve(null)
    return DONE
  }
  const request = () => (text === null ? Promise.reject(new Error('No')) : Promise.resolve(JSON.parse(text)))
  const session = { sessionId: CALL.agentId, descendant: null }
  await askEditor(
    {
      engine: { approvals: { ...approvals, subscribe, answer } },
      client: { request },
      sessionOf: () => session,
      hasForms: () => false,
      stop: () => undefined,
    },
    new AbortController().signal,
  )
  return given
}

const selected = (optionId: unknown): string => JSON.stringify({ outcome: { outcome: 'selected', optionId } })

/** What is no answer that was offered, whatever is asked. */
const NO_ANSWERS: readonly (string | null)[] = [
  null,
  'null',
  'true',
  '"allow_once"',
  '[]',
  '{}',
  '{"outcome":"selected"}',
  '{"outcome":{"outcome":"selected"}}',
  '{"optionId":"allow_once"}',
  '{"outcome":{"optionId":"allow_once"}}',
  '{"outcome":{"outcome":"allowed","optionId":"allow_once"}}',
  '{"outcome":{"outcome":"cancelled","optionId":"allow_once"}}',
  '{"__proto__":{"outcome":{"outcome":"selected","optionId":"allow_once"}}}',
  ...[
    '',
    'allow',
    'allow_always',
    'ALLOW_ONCE',
    ' allow_once',
    'allow_once\u0000',
    'choice_1',
    'choice_-1',
    'toString',
  ].map(selected),
  ...[null, 0, true, ['allow_once'], { optionId: 'allow_once' }].map(selected),
]

describe.each([CALL, QUESTION, LIMIT, TRUST, PROTECTED])('a question about $access $subject', (pending) => {
  it.each(NO_ANSWERS)('is answered with a refusal, once, if the editor sends %s', async (text) => {
    expect(await answered(text, pending)).toMatchObject([{ type: 'deny' }])
  })
})

it.each([
  [PROTECTED, 'allow_pattern_0'],
  [QUESTION, 'allow_once'],
  [LIMIT, 'allow_pattern_0'],
  [TRUST, 'choice_0'],
])('an answer that another question offers refuses the call (case %#)', async (pending, optionId) => {
  expect(await answered(selected(optionId), pending)).toMatchObject([{ type: 'deny' }])
})

it('takes what it offered', async () => {
  expect(await answered(selected('allow_once'), CALL)).toEqual([{ type: 'allow_once' }])
  expect(await answered(selected('choice_0'), QUESTION)).toEqual([{ type: 'reply', choices: ['Red'], text: '' }])
})
