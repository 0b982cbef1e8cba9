import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { continuesWords } from '../../../src/renderer/parts/continues-words.ts'
import { createGrowingParser } from '../../../src/renderer/parts/growing-markdown.ts'
import { parseMarkdown, type MarkdownTree } from '../../../src/renderer/parts/markdown-tree.ts'
import { closeOpenTail } from '../../../src/renderer/parts/rich/open-tail.ts'

/** A tree without the places in the source, which words that are added do not have. */
function shown(tree: object): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === 'position' ? undefined : value)))
}

/** The trees of each beginning of a text, as it arrives, and of the same beginning parsed by itself. */
function treesOf(text: string, ends: readonly number[]): { readonly grown: unknown[]; readonly whole: unknown[] } {
  const parse = createGrowingParser()
  const beginnings = ends.map((end) => text.slice(0, end))
  return {
    grown: beginnings.map((beginning) => shown(parse(beginning, closeOpenTail(beginning)))),
    whole: beginnings.map((beginning) => shown(parseMarkdown(closeOpenTail(beginning)))),
  }
}

/** The first node of the first paragraph. */
function firstInline({ children: [paragraph] }: MarkdownTree): object | undefined {
  return paragraph?.type === 'element' ? paragraph.children[0] : undefined
}

/** Words, and what changes the meaning of the words around it. */
const WORDS = "word Wörter 12 1998 a Then x2 don't self-made e.g www http me 漢字 שלום".split(' ')
const MARKS =
  String.raw`. , ; ? ! : - + = # > | / @ &amp & \ ${'`'} ${'```'} ~~ ~ $ * ** *** _ __ " ( ) [ ] [^1] ](`.split(' ')
const OPENERS = '- ,1. ,2) ,- [x] ,> ,# ,| ,<b>,<,www.,https://,example.com,| --- |,---,a | b,[d]: x'.split(',')
const SPACES = [' ', ' ', ' ', ' ', '  ', '\n', '\n\n', '\n    ', '\t']
const PIECE = fc.constantFrom(...WORDS, ...MARKS, ...OPENERS, ...SPACES)

describe('a growing block of Markdown', () => {
  it('is parsed as the same text would be at once, whatever it consists of and however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(PIECE, { minLength: 1, maxLength: 24 }),
        fc.array(fc.nat(200), { maxLength: 30 }),
        (pieces, cuts) => {
          const text = pieces.join('')
          const ends = [...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b)
          const { grown, whole } = treesOf(text, ends)
          expect(grown).toEqual(whole)
        },
      ),
      { numRuns: Number(process.env['IKIGAI_TREES'] ?? 1_500) },
    )
  })

  it('gets most letters of a sentence as words', () => {
    const text = 'Some **words, and more words** that mean nothing special. And then another sentence, in *italics'
    const words = Array.from(text).filter((letter, index) => continuesWords(text.slice(0, index), letter))
    expect(words.length).toBeGreaterThan(60)
  })

  it('keeps the nodes before words that were added, and none when it is parsed again', () => {
    const parse = createGrowingParser()
    const first = firstInline(parse('**One** and', '**One** and'))
    expect(first).toHaveProperty('tagName', 'strong')
    expect(firstInline(parse('**One** and two', '**One** and two'))).toBe(first)
    expect(firstInline(parse('**One** and two *', '**One** and two '))).not.toBe(first)
  })

  it.each([
    ['a list that begins', '1', '. one'],
    ['a heading', '#', ' Title'],
    ['the end of emphasis', '**bold', '** more'],
    ['an address', 'See www', '.example.com'],
    ['the end of a word with an entity', 'A &amp', ';'],
    ['a tag', '<kb', 'd'],
    ['a word in a tag', 'x <kbd>a', 'b'],
    ['another line', 'word', '\n- item'],
    ['a delimiter at the end', 'word *', 'a'],
  ])('is parsed again for %s', (_, before, added) => {
    expect(continuesWords(before, added)).toBe(false)
  })
})

describe('a single tilde', () => {
  const struck = (text: string) => JSON.stringify(parseMarkdown(text)).match(/"tagName":"del"/g)?.length ?? 0

  it.each(['10~20 and 3~5', '100~200元，300~400元', 'H~2~O', '~about 5~'])('strikes nothing: %s', (text) => {
    const said = JSON.stringify(parseMarkdown(text))
    expect([struck(text), said.includes(text)]).toEqual([0, true])
    // Nor while the text grows.
    for (let end = 1; end <= text.length; end += 1) expect(struck(closeOpenTail(text.slice(0, end)))).toBe(0)
  })

  it('leaves two their meaning', () => {
    expect(struck('10~20 ~~gone~~')).toBe(1)
  })
})
