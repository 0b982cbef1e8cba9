import { describe, expect, it } from 'vitest'

import { parseMarkdown } from '../../../../src/renderer/parts/markdown-tree.ts'
import { drawnMarkdown } from './drawn-markdown.ts'

const PNG = 'data:image/png;base64,iVBORw0KGgo='

describe('addresses in Markdown', () => {
  it.each([
    ['a script', '[a](javascript:alert(1))', '<p dir="auto"><a href="">a</a></p>'],
    ['a script in capital letters', '<JavaScript:alert(1)>', '<p dir="auto"><a href="">JavaScript:alert(1)</a></p>'],
    ['a page in the address', '[a](data:text/html,<b>)', '<p dir="auto"><a href="">a</a></p>'],
    ['a picture as a link', `[a](${PNG})`, '<p dir="auto"><a href="">a</a></p>'],
    ['a file', '[a](file:///etc/passwd)', '<p dir="auto"><a href="">a</a></p>'],
  ])('lose %s', (_, source, html) => {
    expect(drawnMarkdown(source)).toBe(html)
  })

  // In the tree, because React warns of an empty `src`.
  it('lose a picture that may have scripts', () => {
    const tree = parseMarkdown('![a](data:image/svg+xml;base64,PHN2Zz4=)')
    expect(JSON.stringify(tree)).not.toContain('data:image')
  })

  it.each([
    ['a page of the web', '[a](https://example.com/b)', '<p dir="auto"><a href="https://example.com/b">a</a></p>'],
    ['a path', '[a](b/c)', '<p dir="auto"><a href="b/c">a</a></p>'],
    ['a picture in the text itself', `![a](${PNG})`, `<p dir="auto"><img src="${PNG}" alt="a"/></p>`],
  ])('keep %s', (_, source, html) => {
    expect(drawnMarkdown(source)).toBe(html)
  })
})
