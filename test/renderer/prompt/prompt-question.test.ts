import { expect, it } from 'vitest'

import { attachmentOf } from '../../../src/shared/attachment.ts'
import { askQuestions, asksModels, isSent, promptQuestion } from '../../../src/renderer/actions/prompt-question.ts'

const question = (text: string, asText = false) => promptQuestion('a', { text, asText })

it('asks for the price of the prompt, of a summary, and of another model', () => {
  expect(question('Hello')).toEqual({ agentId: 'a', text: 'Hello' })
  expect(question(' /compress MARK ')).toEqual({ agentId: 'a', purpose: 'compress' })
  expect(question('/model gpt-5/high')).toEqual({ agentId: 'a', models: ['gpt-5/high'] })
})

it('asks nothing for an empty box and for commands that make no request', () => {
  expect(['', ' \n', '/', '/mark A', '/model', '/model a b'].map((text) => question(text))).toEqual(Array(6).fill(null))
})

it('takes pasted text and several lines for text', () => {
  expect(question('/mark A', true)).toEqual({ agentId: 'a', text: '/mark A' })
  expect(question('/mark A\nGo on')).toEqual({ agentId: 'a', text: '/mark A\nGo on' })
})

it('knows that choosing a model makes no request', () => {
  const asked = [question('Hello'), question('/compress'), question('/model gpt-5')]
  expect(asked.map((each) => each !== null && isSent(each))).toEqual([true, true, false])
})

it('asks for the price of files as well, also without a text', () => {
  const file = attachmentOf({ sha256: 'f'.repeat(64), media_type: 'image/png', kind: 'image', bytes: 1 }, 'a.png')
  const attachments = [{ sha256: file.sha256, name: 'a.png' }]
  const draft = { text: '', asText: false, attachments: [file] }
  expect(promptQuestion('a', draft)).toEqual({ agentId: 'a', text: '', attachments })
  expect(promptQuestion('a', { ...draft, text: 'Hi' })).toEqual({ agentId: 'a', text: 'Hi', attachments })
})

it('asks for the price of each further model, but sends it no command and no script', () => {
  const asked = (text: string, asText = false) => askQuestions('a', { text, asText }, ['gpt-5/low', 'gemini/low'])
  const own = { agentId: 'a', text: 'Hello' }
  expect(asked('Hello')).toEqual([own, { ...own, models: ['gpt-5/low', 'gemini/low'] }])
  expect(asksModels(asked('Hello'))).toBe(3)
  const others = ['', '/compress', '/model gpt-5', '/mark A\nGo on', '//etc'].map((text) => asksModels(asked(text)))
  expect(others).toEqual([0, 0, 0, 0, 0])
  expect(asksModels(asked('/mark A', true))).toBe(3)
  expect(askQuestions('a', { text: 'Hello', asText: false }, [])).toEqual([own])
})
