import { expect, it } from 'vitest'

import { isTextOnly } from '../../../src/renderer/actions/prompt-question.ts'
import { makesText } from '../../../src/renderer/prompt/pasted-text.ts'
import { attachmentOf, type AttachmentBlock } from '../../../src/shared/attachment.ts'
import { promptHistory } from '../../../src/renderer/prompt/prompt-recall.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'

/** `|` stands for the cursor, or for the two ends of the selection; what is pasted takes its place. */
function pasted(box: string, put: string, inputType = 'insertFromPaste'): boolean {
  const [head = '', selected = '', tail] = box.split('|')
  const [before, rest] = tail === undefined ? [head + selected, selected] : [head + selected + tail, tail]
  return makesText(inputType, { before, after: head + put + rest, cursor: head.length + put.length })
}

it.each([
  ['|', '/kill'],
  ['|', 'hello'],
  ['  |', '/kill'],
  ['|hello', '/kill '],
  ['hello\n|', '/kill'],
  ['hello |', 'world\n/kill'],
  ['hello |', 'world\r\n/kill'],
  ['/send abc |', 'one\n/kill'],
  ['/|', 'kill'],
  ['/ki|', 'll'],
  ['/nosuch |', 'x'],
  ['|/help|', '/help me'],
  ['|hello|', '/kill'],
])('is text: %j with %j pasted', (box, put) => {
  expect(pasted(box, put)).toBe(true)
})

it.each([
  ['/send abc |', '/kill is a word here'],
  ['/model |', 'gpt-5'],
  ['/fork "|"', 'a goal'],
  ['/mark |OLD|', 'NEW'],
  ['see |', '/kill'],
  ['he|llo', 'x'],
])('is what was typed: %j with %j pasted', (box, put) => {
  expect(pasted(box, put)).toBe(false)
})

it('is text whatever way it comes from elsewhere, and not when it is typed', () => {
  const ways = ['insertFromDrop', 'insertFromYank', 'insertFromPasteAsQuotation', 'insertText', 'insertLineBreak', '']
  expect(ways.map((way) => pasted('|', '/kill', way))).toEqual([true, true, true, false, false, false])
})

it('matters only where the typed words would be read otherwise', () => {
  const texts = ['hello\nworld', '/kill', 'hello\n/kill', '//x', '']
  expect(texts.map((text) => isTextOnly({ text, asText: true }))).toEqual([false, true, true, true, false])
  expect(isTextOnly({ text: '/kill', asText: false })).toBe(false)
})

it('recalls a prompt as a prompt, and a command as a command', () => {
  const said = (id: number, kind: 'user' | 'command', content: string): AgentEvent => {
    const event = { id, agentId: 'a', turnId: null, sessionId: 1, createdAt: '', content }
    return kind === 'user' ? { ...event, kind, data: null } : { ...event, kind, data: { answer: '', ok: true } }
  }
  const events = [
    said(1, 'user', '/kill\nit'),
    said(2, 'command', '/help'),
    said(3, 'user', 'hello'),
    said(4, 'user', 'hello'),
  ]
  expect(promptHistory('a', events, 10)).toEqual([
    { text: 'hello', asText: false },
    { text: '/help', asText: false },
    { text: '/kill\nit', asText: true },
  ])
  expect([2, 0].map((size) => promptHistory('a', events, size).map(({ text }) => text))).toEqual([
    ['hello', '/help'],
    [],
  ])
})

it('recalls a prompt with its files, and those with other files too', () => {
  const cat = attachmentOf({ sha256: 'a'.repeat(64), media_type: 'image/png', kind: 'image', bytes: 1 }, 'cat.png')
  const said = (id: number, attachments: readonly AttachmentBlock[]): AgentEvent => ({
    id,
    agentId: 'a',
    turnId: null,
    sessionId: 1,
    createdAt: '',
    content: 'look',
    kind: 'user',
    data: attachments.length === 0 ? null : { attachments },
  })
  expect(promptHistory('a', [said(1, [cat]), said(2, []), said(3, [cat])], 10)).toEqual([
    { text: 'look', asText: false, attachments: [cat] },
    { text: 'look', asText: false },
  ])
})
