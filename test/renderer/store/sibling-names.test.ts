import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { siblingNames } from '../../../src/renderer/store/sibling-names.ts'

describe('siblingNames', () => {
  it.each<readonly [string, readonly string[], string | null, readonly string[]]>([
    [
      'what two begin with',
      ['Harmonic constituents for a twelve-year-old', 'Harmonic constituents with a worked example'],
      'Tides from scratch',
      ['… for a twelve-year-old', '… with a worked example'],
    ],
    [
      'what a child repeats of its parent',
      ['Which sort is fastest on nearly sorted data'],
      'Which sort is fastest',
      ['… on nearly sorted data'],
    ],
    [
      'three words of its own at least',
      ['Explain the tides of the moon', 'Explain the tides of the sun'],
      null,
      ['… of the moon', '… of the sun'],
    ],
    [
      'a single common word',
      ['Fix the parser now please', 'Fix a bug in it'],
      null,
      ['Fix the parser now please', 'Fix a bug in it'],
    ],
    [
      'equal names',
      ['Write a short story', 'Write a short story'],
      null,
      ['Write a short story', 'Write a short story'],
    ],
    ['the name of its parent', ['Write a short story here'], 'Write a short story here', ['Write a short story here']],
    [
      'the beginning of a longer one',
      ['Plan the week ahead', 'Plan the week ahead with two days off'],
      null,
      ['Plan the week ahead', '… with two days off'],
    ],
    ['nothing in common', ['Apples', 'Pears and plums'], null, ['Apples', 'Pears and plums']],
    ['names of models', ['Sonnet 5.5', 'Sonnet 5.5 · 2'], null, ['Sonnet 5.5', 'Sonnet 5.5 · 2']],
    [
      'ends that would be alike',
      [
        'In the morning: tea or coffee?',
        'In the morning: rolls and jam today',
        'At the office: tea or coffee?',
        'At the office: ask who comes',
      ],
      null,
      ['In the morning: tea or coffee?', '… rolls and jam today', 'At the office: tea or coffee?', '… ask who comes'],
    ],
  ])('shortens %s', (_what, names, parent, expected) => {
    expect(siblingNames(names, parent)).toEqual(expected)
  })

  const word = fc.constantFrom('a', 'b', 'c', '…', 'Sonnet', 'tides', '大潮')
  const name = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))
  const siblings = fc.tuple(fc.array(name, { maxLength: 12 }), fc.option(name))

  it('never makes two names alike, and shows a whole name or its end', () => {
    fc.assert(
      fc.property(siblings, ([names, parent]) => {
        const shown = siblingNames(names, parent)
        expect(new Set(shown).size).toBe(new Set(names).size)
        for (const [index, text] of shown.entries()) {
          const full = names[index] ?? ''
          if (text === full) continue
          const end = text.replace(/^… /, '')
          expect(full.endsWith(` ${end}`) && end.split(' ').length >= 3).toBe(true)
        }
      }),
    )
  })

  it('does not depend on the order', () => {
    fc.assert(
      fc.property(siblings, ([names, parent]) => {
        const backwards = siblingNames(names.toReversed(), parent).toReversed()
        expect(backwards).toEqual(siblingNames(names, parent))
      }),
    )
  })
})
