import { expect, it } from 'vitest'

import { repeatsPrompt } from '../../../../src/main/core/agents/agent-names.ts'
import { isBesideConversations } from '../../../../src/main/core/transfer/foreign/list-sessions.ts'
import { readSource } from '../../../../src/main/core/transfer/foreign/recognise.ts'
import { importPurely } from '../../../support/import-purely.ts'
import { documentsIn } from '../../../support/foreign-samples.ts'

const node = (id: string, parent: string | null, role: string, text: string) => ({
  id,
  parent,
  message: { id, author: { role }, content: { content_type: 'text', parts: [text] } },
})

it('names the versions of a conversation by what differs: their prompt, or their answer where only that does', async () => {
  const nodes = [
    node('q', null, 'user', 'What is a token?'),
    node('a', 'q', 'assistant', 'A piece of a word.'),
    node('b', 'q', 'assistant', 'It depends on the model.'),
    node('r', 'a', 'user', 'Go on.'),
    node('s', 'a', 'user', 'Say it shorter.'),
    node('t', 'r', 'assistant', 'Words are cut.'),
  ]
  const mapping = Object.fromEntries(nodes.map((one) => [one.id, one]))
  const text = JSON.stringify({ title: 'Tokens', conversation_id: 'c', mapping, current_node: 't' })
  const [document] = await documentsIn(text)
  const [session] = document === undefined ? [] : (readSource(document) ?? [])
  if (session === undefined) throw new Error('Not recognised')
  const { agents, events } = await importPurely(session)
  expect(agents.map(({ name }) => name).toSorted()).toEqual(['It depends on the model.', 'Say it shorter.', 'Tokens'])
  // What is redacted does not stay in the name.
  const repeated = agents.filter(({ name }) => events.some(({ content }) => repeatsPrompt(name, content ?? '')))
  expect(repeated).toHaveLength(2)
})

it.each([
  ['user.json', true],
  ['export/message_feedback.json', true],
  ['conversations.json', false],
  ['my-user.json', false],
])('knows that %s of an export has no conversations: %s', (source, expected) => {
  expect(isBesideConversations(source)).toBe(expected)
})
