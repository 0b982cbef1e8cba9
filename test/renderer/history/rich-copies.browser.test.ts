import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

const ANSWER = [
  '# Title',
  '',
  'Some **bold** words, `a < b`, $x^2$ and [a link](https://example.com/a "t") or [none](javascript:x()).',
  '',
  '- [x] done',
  '- [ ] open',
  '',
  '| a | b |',
  '|---|---|',
  '| 1 | <kbd onclick="x()">2</kbd> |',
].join('\n')

describe.skipIf(executablePath === null)('copies (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  it('of an answer and a table are text and rich text, of a prompt text', async () => {
    const page = await preview.ownPage()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = async (): Promise<readonly [string, string]> => {
      const read = (type: string) =>
        page.evaluate(async (wanted) => {
          const [item] = await navigator.clipboard.read()
          return item?.types.includes(wanted) === true ? (await item.getType(wanted)).text() : ''
        }, type)
      return [await read('text/plain'), await read('text/html')]
    }
    const clear = () => page.evaluate(() => navigator.clipboard.writeText('nothing yet'))
    const log = page.getByRole('log').first()
    await page.evaluate(
      ([agentId, content]) =>
        window.preview.record({
          agentId,
          turnId: null,
          kind: 'assistant',
          content,
          data: { blocks: [{ type: 'text', text: content }] },
        }),
      [ROOT, ANSWER] as const,
    )
    const answer = log.getByRole('article').filter({ hasText: 'Some bold words' })
    await answer.waitFor()

    await clear()
    await answer.hover()
    await answer.getByRole('button', { name: 'Copy message' }).first().click()
    await expect.poll(async () => (await copied())[0]).toBe(ANSWER)
    const [, html] = await copied()
    expect(html).toContain('<h1>Title</h1>')
    expect(html).toContain('<strong>bold</strong>')
    expect(html).toContain('<a href="https://example.com/a">a link</a>')
    expect(html).toContain('<code>a &lt; b</code>')
    expect(html).toContain('x^2')
    expect(html).toContain('☑ done')
    expect(html).toContain('<kbd>2</kbd>')
    expect(html).not.toMatch(/class=|onclick|javascript/)

    await clear()
    await answer.getByRole('table').hover()
    await answer.getByRole('button', { name: 'Copy as CSV' }).click()
    await expect.poll(async () => (await copied())[0].trim().split(/\r?\n/)).toEqual(['a,b', '1,2'])
    expect((await copied())[1]).toMatch(/<th>b<\/th>[\s\S]*<td>2<\/td>/)

    await clear()
    const prompt = log.getByRole('article', { name: /^Your prompt/ }).first()
    await prompt.hover()
    await prompt.getByRole('button', { name: 'Copy message' }).click()
    await expect.poll(async () => (await copied())[0]).not.toBe('nothing yet')
    expect((await copied())[1]).toBe('')
    await page.close()
  })
})
