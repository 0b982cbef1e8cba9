import { expect, it } from 'vitest'

import { createModelCatalog } from '../../src/main/adapters/providers/model-catalog.ts'
import { parseAllow, unknownToolProblem } from '../../src/main/command-line/parse-allow.ts'
import { unknownMark } from '../../src/main/core/commands/clear-command.ts'
import { chooseProfile } from '../../src/main/core/commands/choose-profile.ts'
import { parseModelSpec } from '../../src/shared/model-spec.ts'
import { parseInput } from '../../src/shared/slash-commands.ts'

/** Names that users type, where one letter is wrong. */

const catalog = createModelCatalog()
const TOOLS = {
  tools: ['bash', 'file_read', 'file_edit'].map((name) => ({ name, description: '', server: null })),
  servers: [],
}

function commandWords(text: string): string {
  const parsed = parseInput(text)
  return parsed.ok ? '' : parsed.message
}

function modelWords(spec: string): string {
  const parsed = parseModelSpec(spec, catalog.list)
  return parsed.ok ? '' : parsed.message
}

function profileWords(name: string): string {
  const chosen = chooseProfile(name, {})
  return chosen.ok ? '' : chosen.error.message
}

function allowWords(tool: string): string {
  const parsed = parseAllow({ allow: [tool] })
  return parsed.ok ? (unknownToolProblem(parsed.rules, TOOLS) ?? '') : parsed.message
}

const marks = new Map([
  ['before-tests', 1],
  ['draft', 2],
])

it.each([
  ['a command', commandWords('/compres'), '/compress'],
  ['a command with letters exchanged', commandWords('/frok "x"'), '/fork'],
  ['a command with a letter more', commandWords('/marks x'), '/mark'],
  ['a model', modelWords('cluade-opus-5-5'), 'claude-opus-5-5'],
  ['a model with its level', modelWords('gemni-3.8-flash/low'), 'gemini-3.8-flash'],
  ['a model without a letter', modelWords('kmi-k3'), 'kimi-k3'],
  ['a mark', unknownMark('before-test', marks), 'before-tests'],
  ['a mark with other signs', unknownMark('Before_Tests', marks), 'before-tests'],
  ['a profile', profileWords('plann'), 'plan'],
  ['a profile in one word', profileWords('readonly'), 'read-only'],
  ['a tool', allowWords('file_raed'), 'file_read'],
  ['a tool in capitals', allowWords('BASH:ls'), 'bash'],
])('%s that does not exist is answered with the nearest name', (_, words, near) => {
  expect(words).toContain(`Did you mean ${near}?`)
})

it.each([
  ['a command', commandWords('/nonsense')],
  ['a model', modelWords('acme-1')],
  ['a mark', unknownMark('elsewhere', marks)],
  ['a mark without any', unknownMark('draft', new Map())],
  ['a profile', profileWords('nobody')],
  ['a tool', allowWords('nosuch')],
])('%s that is similar to none gets no hint', (_, words) => {
  expect(words).not.toBe('')
  expect(words).not.toContain('Did you mean')
})
