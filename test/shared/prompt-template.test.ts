import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  fillTemplate,
  isTemplateName,
  listTemplates,
  parseTemplateCall,
  type PromptTemplate,
} from '../../src/shared/prompt-template.ts'
import { SLASH_COMMANDS } from '../../src/shared/slash-commands.ts'

const MAX = 1_000
const template = (name: string, more: Partial<PromptTemplate> = {}): PromptTemplate => ({
  name,
  description: '',
  hint: '',
  origin: 'project',
  path: `/work/${name}.md`,
  problem: null,
  ...more,
})

describe('parseTemplateCall', () => {
  it('reads a name, whatever the case, and everything behind it', () => {
    expect(parseTemplateCall('/Review src/a.ts\nand b ')).toEqual({ name: 'review', args: 'src/a.ts\nand b' })
    expect(parseTemplateCall('/fix_2-go')).toEqual({ name: 'fix_2-go', args: '' })
  })

  it('is null for prompts, for every command, and for scripts that contain one', () => {
    const others = ['', '/', 'review', '//review', '/../x', '/a/b', '/-x', ' /review', `/${'x'.repeat(65)}`]
    const commands = SLASH_COMMANDS.flatMap(({ name }) => [`/${name}`, `/${name.toUpperCase()} x`])
    for (const text of [...others, ...commands, '/review x\n/kill']) {
      expect([text, parseTemplateCall(text)]).toEqual([text, null])
    }
  })
})

describe('fillTemplate', () => {
  it('replaces all arguments and single ones, and leaves other dollars alone', () => {
    expect(fillTemplate('Fix $1 in $2: $ARGUMENTS. $3|$10|$0|$ARGUMENTS_X|$HOME', 'a "b c"', MAX)).toBe(
      'Fix a in b c: a "b c". |$10|$0|$ARGUMENTS_X|$HOME',
    )
  })

  it('puts the arguments behind a text that has no place for them', () => {
    expect(fillTemplate('Tidy up.', 'src', MAX)).toBe('Tidy up.\n\nsrc')
    expect(fillTemplate('Tidy up.', '', MAX)).toBe('Tidy up.')
  })

  it('puts arguments in unchanged: they are no pattern, and no argument is filled in a second time', () => {
    fc.assert(
      fc.property(fc.string(), (args) => {
        expect(fillTemplate('<$ARGUMENTS>', args, MAX)).toBe(`<${args}>`)
      }),
    )
    expect(fillTemplate('$1', '$2 x', MAX)).toBe('$2')
    expect(fillTemplate('$ARGUMENTS', '$& $1', MAX)).toBe('$& $1')
  })

  it('makes no prompt that is longer than the limit', () => {
    expect(fillTemplate('$ARGUMENTS'.repeat(5_000), 'x'.repeat(1_000_000), 20_000_000)).toBeNull()
    expect(fillTemplate('abc', 'x'.repeat(998), MAX)).toBeNull()
  })
})

describe('listTemplates', () => {
  it('prefers the first of a name, and never the name of a command', () => {
    const found = [
      template('kill'),
      template('review', { problem: 'is broken' }),
      template('review'),
      template('review', { path: '/home/review.md' }),
    ]
    expect(listTemplates(found).map(({ problem }) => problem)).toEqual([
      '/kill is a command',
      'is broken',
      null,
      '/work/review.md has the same name and is preferred',
    ])
  })
})

it('isTemplateName takes no path, no upper case and nothing that a terminal reads', () => {
  for (const name of ['', '..', 'a/b', 'a.b', 'A', '-x', 'x y', '\u{1b}[31m', 'ä', 'x'.repeat(65)]) {
    expect([name, isTemplateName(name)]).toEqual([name, false])
  }
  expect(isTemplateName('fix-2_go')).toBe(true)
})
