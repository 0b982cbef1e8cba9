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
  ['<sub class="x">a</sub>', '&lt;sub class=&quot;x&quot;&gt;a&lt;/sub&gt;'],
  ['<sub onclick="x()">a</sub>', '&lt;sub onclick=&quot;x()&quot;&gt;a&lt;/sub&gt;'],
  ['a <script>b</script> <b>c</b>', 'a &lt;script&gt;b&lt;/script&gt; &lt;b&gt;c&lt;/b&gt;'],
  ['a <details>b</details>', 'a &lt;details&gt;b&lt;/details&gt;'],
])('%s', (text, expected) => {
  expect(drawnMarkdown(text)).toBe(paragraph(expected))
})

it('folds text with a summary, and takes no attribute but open', () => {
  expect(drawnMarkdown('<details open>\n<summary>More</summary>\n\n*text*\n\n</details>')).toMatch(
    /^<details open="">\s*<summary dir="auto">More<\/summary>\s*<p dir="auto"><em>text<\/em><\/p>\s*<\/details>$/,
  )
  expect(drawnMarkdown('<details ontoggle="x()">\n\ntext\n\n</details>')).not.toContain('<details')
  expect(drawnMarkdown('<summary>alone</summary>')).not.toContain('<summary')
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
