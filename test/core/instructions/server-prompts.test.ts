import { expect, it } from 'vitest'

import { promptArguments, serverTemplate } from '../../../src/main/core/instructions/server-prompts.ts'
import type { ServerPrompt } from '../../../src/main/core/ports/tool-server-ports.ts'
import { parseTemplateCall } from '../../../src/shared/prompt-template.ts'

const PROMPT: ServerPrompt = {
  server: 'Notes',
  name: 'weekly Review/ü',
  description: 'Reviews the week',
  arguments: [
    { name: 'week', isRequired: true },
    { name: 'style', isRequired: false },
  ],
}

it('has a name that can be typed, and its arguments as a hint', () => {
  const { name, hint } = serverTemplate(PROMPT)
  expect([name, hint]).toEqual(['notes:weekly-review-', '<week> [style]'])
  expect(parseTemplateCall(`/${name} 7`)).toEqual({ name, args: '7' })
})

it.each([
  ['7', { week: '7' }],
  ['7 short', { week: '7', style: 'short' }],
  ['7 short and dry', { week: '7', style: 'short and dry' }],
  ['style="x" 7', { style: 'x', week: '7' }],
  ['"week 7"', { week: 'week 7' }],
  ['a=b', { week: 'a=b' }],
])('%s is assigned to the arguments', (typed, values) => {
  expect(promptArguments(PROMPT, typed)).toEqual({ ok: true, value: values })
})

it('says what is missing, and refuses arguments of a prompt that has none', () => {
  expect(promptArguments(PROMPT, 'style=x')).toMatchObject({
    error: { message: 'Missing: week. Usage: /notes:weekly-review- <week> [style]' },
  })
  expect(promptArguments({ ...PROMPT, arguments: [] }, 'x')).toMatchObject({
    error: { message: 'This prompt has no arguments: /notes:weekly-review-' },
  })
})

it.each(['/notes:', '/:x', '/notes:a:b', '/notes/x'])('%s calls no prompt of a server', (text) => {
  expect(parseTemplateCall(text)).toBeNull()
})
