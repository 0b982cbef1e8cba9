import { expect, it } from 'vitest'

import { closeOpenTail } from '../../../../src/renderer/parts/rich/open-tail.ts'
import { drawnMarkdown, drawnText } from './drawn-markdown.ts'

/** The address and the text of each link. */
function links(text: string): readonly string[] {
  return [...drawnMarkdown(text).matchAll(/<a href="(.*?)">(.*?)<\/a>/gs)].map(([, href = '', words = '']) =>
    (href === words ? href : `${href} as ${words}`).replaceAll('&amp;', '&'),
  )
}

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ['请访问 https://example.com。谢谢。', ['https://example.com']],
  ['请访问https://example.com谢谢', ['https://example.com']],
  [
    '见 https://example.com/docs（中文说明）了解更多、https://example.com/a；https://example.com/b；https://example.com/c',
    ['https://example.com/docs', 'https://example.com/a', 'https://example.com/b', 'https://example.com/c'],
  ],
  [
    'See https://example.com/path_(part)?a=1&b=[2]#end, then',
    ['https://example.com/path_(part)?a=1&b=%5B2%5D#end as https://example.com/path_(part)?a=1&b=[2]#end'],
  ],
  ['（https://example.com/e）。', ['https://example.com/e']],
  ['“https://example.com/f”, «https://example.com/g»…', ['https://example.com/f', 'https://example.com/g']],
  ['انظر https://example.com/h، ثم', ['https://example.com/h']],
  ['देखें https://example.com/i। फिर', ['https://example.com/i']],
  ['（www.example.com）', ['http://www.example.com as www.example.com']],
  [
    'https://zh.wikipedia.org/wiki/中文',
    ['https://zh.wikipedia.org/wiki/%E4%B8%AD%E6%96%87 as https://zh.wikipedia.org/wiki/中文'],
  ],
  ['https://例え.jp/a と', ['https://%E4%BE%8B%E3%81%88.jp/a as https://例え.jp/a']],
  ['(https://example.com/j) and https://example.com/k.', ['https://example.com/j', 'https://example.com/k']],
  ['https://example.com/a　全角', ['https://example.com/a']],
  [
    '[文字。](https://example.com/l) and <https://example.com/m>',
    ['https://example.com/l as 文字。', 'https://example.com/m'],
  ],
]

it.each(CASES)('ends an address where a reader does: %s', (text, expected) => {
  expect(links(text)).toEqual(expected)
})

// Texts with Markdown of their own are drawn without its signs.
it.each(CASES.filter(([text]) => !/[[<]/.test(text)))('draws every character: %s', (text) => {
  expect(drawnText(text)).toBe(text)
})

it('lets emphasis begin behind an address while the text grows', () => {
  expect(closeOpenTail('见 https://example.com/a_b，**重要')).toBe('见 https://example.com/a_b，**重要**')
})
