import { describe, expect, it } from 'vitest'

import { parsingHint, TextCommand } from '../../src/main/command-line/text-command.ts'
import { CommanderError } from 'commander'

/** Returns what `run` is given, or the code of the refusal. */
function parsed(...args: readonly string[]) {
  let given: unknown = null
  const program = new TextCommand('ikigai').exitOverride().configureOutput({ writeErr: () => undefined })
  program
    .command('run')
    .argument('<text...>')
    .option('--model <model>')
    .option('-s, --system <text>')
    .option('--json')
    .action((texts: string[], options: object) => {
      given = { texts, ...options }
    })
  try {
    program.parse(['run', ...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return parsingHint(error) ?? error.code
  }
  return given
}

describe('arguments that begin with a dash', () => {
  it.each([
    [['- a list item']],
    [['-- and so on']],
    [['-5 degrees: is that cold?']],
    [['--model is which option of ikigai?']],
    [['---\ntitle: front matter\n---']],
    [['-\ttabbed']],
    [['- one\n- two']],
    [['—a dash', '- an item', 'a text']],
    [['-v or --version, which is it?']],
    [['-e\u00a0x']],
  ])('are texts if they have white space: %j', (texts) => {
    expect(parsed(...texts)).toEqual({ texts })
    expect(parsed('--json', ...texts, '--model', 'local/m')).toEqual({ texts, json: true, model: 'local/m' })
    expect(parsed('--model', 'local/m', ...texts)).toEqual({ texts, model: 'local/m' })
  })

  it('are values of an option that takes one', () => {
    expect(parsed('--system', '- be brief', 'Hi')).toEqual({ texts: ['Hi'], system: '- be brief' })
    expect(parsed('-s', '- be brief', 'Hi')).toEqual({ texts: ['Hi'], system: '- be brief' })
    expect(parsed('--system=be very brief', 'Hi')).toEqual({ texts: ['Hi'], system: 'be very brief' })
  })

  it('are texts behind --', () => {
    expect(parsed('--', '-x', '- y')).toEqual({ texts: ['-x', '- y'] })
  })

  it.each(['-x', '--modle', '-list', '--no-such=a b'])('are refused otherwise, with a word about --: %s', (arg) => {
    expect(parsed(arg)).toMatch(/ -- /)
  })
})

describe('a missing argument', () => {
  /** Returns what is said of arguments of a command with an option that takes several values. */
  function refusal(...args: readonly string[]): string {
    const program = new TextCommand('ikigai').exitOverride().configureOutput({ writeErr: () => undefined })
    program
      .command('review')
      .argument('<agent>')
      .option('--comment <text...>')
      .option('--lines <number>', 'a number', Number)
      .option('--json')
      .option('--sort <how>', 'an order', 'newest')
    try {
      program.parse(['review', ...args], { from: 'user' })
    } catch (error) {
      if (error instanceof CommanderError) return error.message
      throw error
    }
    return ''
  }

  it.each<[readonly string[], string]>([
    [[], ''],
    [['--json'], ''],
    [['--comment', 'a:1', 'Why?', 'abc'], ' (--comment took "a:1", "Why?", "abc")'],
    [['--json', '--lines', '3'], ' (--lines took "3")'],
    [['--comment', 'a:1', '--sort', 'abc'], ' (--comment took "a:1"; --sort took "abc")'],
  ])('is said with what the options took: %j', (args, taken) => {
    expect(refusal(...args)).toBe(`error: missing required argument 'agent'${taken}`)
  })
})
