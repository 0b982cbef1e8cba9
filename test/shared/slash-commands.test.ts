import { describe, expect, it } from 'vitest'

import {
  MODEL_COMMANDS,
  parseInput,
  readsAsPrompt,
  SLASH_COMMANDS,
  typedForm,
} from '../../src/shared/slash-commands.ts'

const prompt = (text: string, starts = true) => ({ type: 'prompt', text, starts })
const command = (name: string, args: string, line: string) => ({ type: 'command', name, args, line })

describe('what a user types', () => {
  it('takes a text as a prompt, white space and all', () => {
    expect(parseInput('  hello\n\nworld ')).toEqual({ ok: true, steps: [prompt('  hello\n\nworld ')] })
  })

  it('reads command names in any case and leaves arguments as they are', () => {
    expect(parseInput('/MARK Start_Here')).toEqual({
      ok: true,
      steps: [command('mark', 'Start_Here', '/MARK Start_Here')],
    })
  })

  it('sends /text for //text', () => {
    expect(parseInput('//clear is a command')).toEqual({ ok: true, steps: [prompt('/clear is a command')] })
  })

  it('refuses an unknown command and says how to send it as a prompt', () => {
    const parsed = parseInput('/frok now')
    expect(parsed.ok ? '' : parsed.message).toMatch(
      /^Unknown command: \/frok\. Did you mean \/fork\?\n[^]*\/\/frok now$/,
    )
  })

  it('refuses nothing at all', () => {
    expect(parseInput(' \n ')).toEqual({ ok: false, message: 'Nothing to send.' })
  })

  it('runs a script line by line; text before a fork is the goal that the child is born with', () => {
    const script = '/mark RESEARCH\nInvestigate.\nReport via /send.\n/fork RESEARCH\nAnd you go on.'
    expect(parseInput(script)).toEqual({
      ok: true,
      steps: [
        command('mark', 'RESEARCH', '/mark RESEARCH'),
        prompt('Investigate.\nReport via /send.', false),
        command('fork', 'RESEARCH', '/fork RESEARCH'),
        prompt('And you go on.'),
      ],
    })
  })
})

describe('text that was not typed', () => {
  it.each(['/kill', '/mark A\nhello', 'hello\n/fork', '//kill', ' \n/clear '])('is one prompt as it is: %j', (text) => {
    expect(parseInput(text, { asText: true })).toEqual({ ok: true, steps: [prompt(text)] })
  })

  it('is refused when there is nothing in it', () => {
    expect(parseInput(' \n ', { asText: true })).toEqual({ ok: false, message: 'Nothing to send.' })
  })

  it.each([
    ['hello\n\nworld', true],
    ['/etc/hosts is a file', false],
    ['/kill', false],
    ['hello\n/fork', false],
    ['//kill', false],
    ['', false],
  ])('%j reads as the same prompt when it is typed: %s', (text, reads) => {
    expect(readsAsPrompt(text)).toBe(reads)
  })
})

describe('text in a script', () => {
  it.each(['/kill', '//x\n/fork "a"', 'plain\n/etc', '///\n//kill'])('is sent as it is: %j', (text) => {
    expect(parseInput(`${typedForm(text)}\n/fork`)).toEqual({
      ok: true,
      steps: [prompt(text, false), command('fork', '', '/fork')],
    })
  })
})

describe('the catalogue of commands', () => {
  it('has the order of the slash tool, which is part of every cached prefix', () => {
    expect(MODEL_COMMANDS).toEqual(['mark', 'clear', 'fork', 'send', 'check-mail', 'kill'])
  })

  it('says how each command runs, and which of them a killed agent takes', () => {
    expect(SLASH_COMMANDS.map(({ name, runs, onKilledAgent }) => `${name}: ${runs}, ${onKilledAgent}`)).toEqual([
      'model: exclusive, without_arguments',
      'fork: in_order, never',
      'mark: in_order, never',
      'clear: exclusive, never',
      'compress: alongside, never',
      'send: in_order, never',
      'check-mail: in_order, never',
      'kill: alongside, always',
      'stop: alongside, always',
      'agents: in_order, always',
      'system: exclusive, without_arguments',
      'help: in_order, always',
      'exit: in_order, always',
    ])
  })

  it('begins each usage with the name', () => {
    expect(SLASH_COMMANDS.filter(({ name, usage }) => usage.split(' ')[0] !== `/${name}`)).toEqual([])
  })
})
