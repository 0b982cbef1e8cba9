import { describe, expect, it } from 'vitest'

import { citedSources, joinedTexts, withSourceLinks } from '../../../src/renderer/history/cited-text.ts'
import type { Citation, TextBlock } from '../../../src/shared/content.ts'

const text = (words: string, ...citations: Citation[]): TextBlock => ({
  type: 'text',
  text: words,
  provider: 'anthropic',
  ...(citations.length > 0 && { citations }),
})
const cite = (start: number, end: number, url: string, rest: Partial<Citation> = {}): Citation => ({
  start,
  end,
  url,
  ...rest,
})
const A = 'https://a.example/page'
const B = 'https://b.example/'

describe('cited passages', () => {
  it('stay apart from what the provider’s own tools did, of which only that is shown', () => {
    const searched = { block: { type: 'server_tool_use', name: 'web_search', input: { query: 'ruby' } } }
    const found = { block: { type: 'web_search_tool_result', content: [] } }
    const tool = (provider_data: typeof searched | typeof found): TextBlock => ({ ...text(''), provider_data })
    const blocks = joinedTexts([text('Let me look.'), tool(searched), tool(found), text('It is old.')])
    expect(blocks.map((block) => (block.type === 'text' ? block.text : ''))).toEqual(['Let me look.', '', 'It is old.'])
  })

  it('become one text, with links behind them', () => {
    const blocks = joinedTexts([
      text('Ruby is old', cite(0, 11, A)),
      text(', and '),
      text('free', cite(0, 4, B)),
      text('.'),
    ])
    expect(blocks).toHaveLength(1)
    const sources = citedSources(blocks)
    expect(sources.map(({ number, url }) => [number, url])).toEqual([
      [1, A],
      [2, B],
    ])
    const [block] = blocks
    expect(block?.type === 'text' ? withSourceLinks(block, sources) : '').toBe(
      `Ruby is old\u200A[1](<${A}>), and free\u200A[2](<${B}>).`,
    )
  })

  it('stay apart around a search, and for other providers', () => {
    expect(joinedTexts([text('I will search.'), text(''), text('Found it.')])).toHaveLength(2)
    const other = { ...text('One.'), provider: 'openai' }
    expect(joinedTexts([other, other])).toHaveLength(2)
  })

  it('get one number for each source, and its quotes once', () => {
    const block = text('abcdef', cite(0, 2, A, { quote: 'q' }), cite(2, 4, B), cite(4, 6, A, { quote: 'q' }))
    const sources = citedSources([block])
    expect(sources.map(({ number, quotes }) => [number, quotes])).toEqual([
      [1, ['q']],
      [2, []],
    ])
    expect(withSourceLinks(block, sources)).toBe(`ab\u200A[1](<${A}>)cd\u200A[2](<${B}>)ef\u200A[1](<${A}>)`)
  })

  it('get no second link where the text has one', () => {
    const block = text(`See [a](${A}).`, cite(4, 12, A))
    expect(withSourceLinks(block, citedSources([block]))).toBe(block.text)
  })

  it('get no link in code', () => {
    const block = text('```\ncode\n```\nafter', cite(0, 8, A), cite(13, 18, B))
    expect(withSourceLinks(block, citedSources([block]))).toBe(`\`\`\`\ncode\n\`\`\`\nafter\u200A[2](<${B}>)`)
  })

  it.each(['javascript:alert(1)', 'file:///home', 'nowhere', 'https://a.example/>)<img src=x>'])(
    'never become a link that does something else: %s',
    (url) => {
      const block = text('word', cite(0, 4, url))
      const linked = withSourceLinks(block, citedSources([block]))
      expect(linked).toMatch(/^word(\u200A\[1\]\(<https:\/\/[^<>\s]*>\))?$/)
    },
  )

  it('show the host where the title is a number', () => {
    expect(citedSources([text('a', cite(0, 1, A, { title: '1' }))])[0]?.title).toBe('a.example')
  })
})
