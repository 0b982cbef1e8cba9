import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { extendBlocks, NO_BLOCKS, type MarkdownBlocks } from '../../../src/renderer/parts/markdown-blocks.ts'

const TEXT = [
  '# A title',
  'A paragraph with *stars*\nover two lines.',
  '- one\n\n  still one\n- two',
  '```ts\nconst a = 1\n\nconst b = 2\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'The end.',
].join('\n\n')

/** The text cut as it would be when it had arrived in pieces. */
function streamed(text: string, cuts: readonly number[]): MarkdownBlocks {
  const ends = [...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length]
  return ends.reduce((blocks, end) => extendBlocks(blocks, text.slice(0, end)), NO_BLOCKS)
}

describe('extendBlocks', () => {
  it('cuts a text at its top-level blocks and tells code fences apart', () => {
    expect(extendBlocks(NO_BLOCKS, TEXT).blocks).toEqual([
      { type: 'markdown', source: '# A title' },
      { type: 'markdown', source: 'A paragraph with *stars*\nover two lines.' },
      { type: 'markdown', source: '- one\n\n  still one\n- two' },
      {
        type: 'code',
        info: 'ts',
        code: 'const a = 1\n\nconst b = 2',
        source: '```ts\nconst a = 1\n\nconst b = 2\n```',
      },
      { type: 'markdown', source: '| a | b |\n|---|---|\n| 1 | 2 |' },
      { type: 'markdown', source: 'The end.' },
    ])
  })

  it('keeps finished blocks as they are while the tail grows', () => {
    const before = extendBlocks(NO_BLOCKS, 'First.\n\nSecond.\n\nThird.\nThi')
    const after = extendBlocks(before, 'First.\n\nSecond.\n\nThird.\nThird')
    expect(after.blocks.slice(0, 2).every((block, index) => block === before.blocks[index])).toBe(true)
    expect(after.blocks.at(-1)).toEqual({ type: 'markdown', source: 'Third.\nThird' })
  })

  it('takes a fence that is still open as code', () => {
    expect(extendBlocks(NO_BLOCKS, 'See:\n\n```py\nprint(1)').blocks.at(-1)).toEqual({
      type: 'code',
      info: 'py',
      code: 'print(1)',
      source: '```py\nprint(1)',
    })
  })

  it('cuts formulas of their own, also next to a paragraph', () => {
    expect(extendBlocks(NO_BLOCKS, 'So\n$$\nx = 1\n- y\n$$\nand\n\n\\[z\\]').blocks).toEqual([
      { type: 'markdown', source: 'So' },
      { type: 'formula', source: '$$\nx = 1\n- y\n$$' },
      { type: 'markdown', source: 'and' },
      { type: 'formula', source: '\\[z\\]' },
    ])
    expect(extendBlocks(NO_BLOCKS, '$$\nx\n\ny').blocks.map(({ type }) => type)).toEqual(['markdown', 'markdown'])
  })

  it('keeps folded text together, with the folds in it', () => {
    const folded = '<details>\n\n```\na\n```\n\n<details>\n</details>\n\ntext\n\n</details>'
    expect(extendBlocks(NO_BLOCKS, `${folded}\n\nafter`).blocks).toEqual([
      { type: 'markdown', source: folded },
      { type: 'markdown', source: 'after' },
    ])
  })

  it('begins again when the text is another one', () => {
    expect(extendBlocks(extendBlocks(NO_BLOCKS, 'Old.\n\nText.'), 'New.').blocks).toEqual([
      { type: 'markdown', source: 'New.' },
    ])
  })

  it('draws a text with link definitions as a whole, so that its links are found', () => {
    const text = 'See [the docs][d].\n\nMore.\n\n[d]: https://example.com'
    expect(extendBlocks(NO_BLOCKS, text).blocks).toEqual([{ type: 'markdown', source: text }])
    expect(streamed(text, [5, 20, 30, 40]).blocks).toEqual([{ type: 'markdown', source: text }])
  })

  it('cuts a streamed text as it cuts the whole one, wherever the pieces end', () => {
    const piece = fc.constantFrom(
      'word ',
      'word',
      ' more words',
      '\n',
      '\n\n',
      '- item',
      '1. item',
      '  ',
      '    ',
      '```',
      '```ts\n',
      '~~~',
      '# ',
      '> ',
      '| a | b |\n',
      '|--|--|\n',
      '---',
      '===',
      '**b',
      '**',
      '`c`',
      '<div>',
      '</div>',
      '[x](y)',
      '\t',
      '* * *',
      '$$',
      '$$\n',
      '\n$$\nx\n$$\n',
      '\\[',
      '\\]\n',
      '<details>\n',
      '</details>\n',
    )
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (whole, cuts) => {
        expect(streamed(whole, cuts).blocks).toEqual(extendBlocks(NO_BLOCKS, whole).blocks)
      }),
      { numRuns: Number(process.env['IKIGAI_TREES'] ?? 2000) },
    )
  })
})
