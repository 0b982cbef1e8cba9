import { describe, expect, it } from 'vitest'

import { parseForkArguments } from '../../../src/main/core/commands/fork-arguments.ts'

const parts = { model: undefined, profile: undefined, mark: undefined, prompt: undefined }

describe('the arguments of /fork', () => {
  it.each([
    ['', parts],
    ['TASK', { ...parts, mark: 'TASK' }],
    ['"Investigate the bug"', { ...parts, prompt: 'Investigate the bug' }],
    ['--model gpt-5/high', { ...parts, model: 'gpt-5/high' }],
    ['"Solve this" TASK --model gpt-5/high', { model: 'gpt-5/high', mark: 'TASK', prompt: 'Solve this' }],
    ['--profile plan "Plan it"', { ...parts, profile: 'plan', prompt: 'Plan it' }],
    [String.raw`"say \"hi\" \\ bye"`, { ...parts, prompt: String.raw`say "hi" \ bye` }],
    ['--model o3"now"', { ...parts, model: 'o3', prompt: 'now' }],
    ['"日本 🦊"', { ...parts, prompt: '日本 🦊' }],
  ])('%s', (args, expected) => {
    expect(parseForkArguments(args)).toEqual({ ok: true, ...expected })
  })

  it.each([
    ['--model', /^--model needs a value/],
    ['--profile', /^--profile needs a value/],
    ['--profile plan --profile plan', /^Two profiles/],
    ['"never closed', /^Unclosed quote/],
    ['"closed"too early', /^Text after the closing quote/],
    ['ONE TWO', /^Two marks: ONE, TWO/],
    ['--model "gpt-5"', /^--model needs a value/],
    ['""', /^The prompt is empty/],
  ])('refuses %s in words of its own', (args, message) => {
    const parsed = parseForkArguments(args)
    expect(parsed.ok ? '' : parsed.message).toMatch(message)
  })
})
