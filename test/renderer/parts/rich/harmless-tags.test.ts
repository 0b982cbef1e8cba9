import { expect, it } from 'vitest'

import { drawnMarkdown, drawnText } from './drawn-markdown.ts'

const paragraph = (content: string) => `<p dir="auto">${content}</p>`

it.each([
  ['H<sub>2</sub>O', 'H<sub>2</sub>O'],
  ['x<sup>2</sup>, <kbd>Ctrl</kbd>, <mark>*a*</mark>', 'x<sup>2</sup>, <kbd>Ctrl</kbd>, <mark><em>a</em></mark>'],
  ['a<br>b<BR />c', 'a<br/>b<br/>c'],
  ['<ins>a <del>b</del></ins> <abbr>c</abbr>', '<ins>a <del>b</del></ins> <abbr>c</abbr>'],
  ['an open <sub>tag', 'an open &lt;sub&gt;tag'],
  ['a closed</sub> tag', 'a closed&lt;/sub&gt; tag'],
  ['<sub>a<sup>b</sub>c', '<sub>a&lt;sup&gt;b</sub>c'],
  ['<b>a</b> <i>b</i> <u>c</u> <s>d</s>', '<b>a</b> <i>b</i> <u>c</u> <s>d</s>'],
  ['<em>a</em> <strong>b</strong> <code>c</code>', '<em>a</em> <strong>b</strong> <code>c</code>'],
  ['<sub class="x">a</sub>', '<sub>a</sub>'],
  ['<b onclick="x()" style="position:fixed">a</b>', '<b>a</b>'],
  ['a<br class="x"/>b', 'a<br/>b'],
  ['a <!-- hidden --> b <!-- open', 'a  b &lt;!-- open'],
  ['a <script>b</script> <big>c</big>', 'a &lt;script&gt;b&lt;/script&gt; &lt;big&gt;c&lt;/big&gt;'],
  ['a <details>b</details>', 'a &lt;details&gt;b&lt;/details&gt;'],
])('%s', (text, expected) => {
  expect(drawnMarkdown(text)).toBe(paragraph(expected))
})

it('folds text with a summary, and takes no attribute but open', () => {
  expect(drawnMarkdown('<details open>\n<summary>More</summary>\n\n*text*\n\n</details>')).toMatch(
    /^<details open="">\s*<summary dir="auto">More<\/summary>\s*<p dir="auto"><em>text<\/em><\/p>\s*<\/details>$/,
  )
  const closed = '<details ontoggle="x()" class="open">\n\ntext\n\n</details>'
  expect(drawnMarkdown(closed)).toMatch(/^<details>\s*<p dir="auto">text<\/p>\s*<\/details>$/)
  expect(drawnMarkdown(closed.replace('class', 'open class'))).toMatch(/^<details open="">/)
  expect(drawnMarkdown('<summary>alone</summary>')).not.toContain('<summary')
})

it('shows no comment between blocks', () => {
  expect(drawnText('a\n\n<!-- one\n\ntwo -->\n\nb').trim().split(/\n+/)).toEqual(['a', 'b'])
})

it('leaves all other HTML literal, with every character', () => {
  const text = '<svg onload="x()"><image href="https://a.b/c"/></svg>'
  expect(drawnText(text)).toBe(text)
  expect(drawnText('H<sub>2</sub>O <script>')).toBe('H2O <script>')
})

it('puts tags in tables and lists where they belong', () => {
  expect(drawnMarkdown('| a |\n|---|\n| x<br>y |')).toContain('x<br/>y')
  expect(drawnMarkdown('- <kbd>a</kbd>\n- b')).toContain('<kbd>a</kbd>')
})

it('never breaks on tags nested a thousand deep', () => {
  expect(drawnText('<sub>'.repeat(1_000))).toBe('<sub>'.repeat(1_000))
})
