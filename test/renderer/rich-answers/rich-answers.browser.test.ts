import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { fence } from './fence.ts'
import { richPageForTests } from './rich-page.ts'

const executablePath = findBrowser()

const TABLE = [
  '| Identifier of the setting | Description | Count | Price | Duration | Last change of it |',
  '|---|---|---|---|---|---|',
  '| max_children_per_turn | How many children one turn may have | 1,250 | $10.50 | 12 ms | yesterday |',
  '| model-with-a-long-name-4-5 of many | Internationalization | 7 | $0.05 | 1,500 ms | today |',
].join('\n')
const CODE = Array.from({ length: 600 }, (_, index) => `const line${index} = ${index}`).join('\n')

describe.skipIf(executablePath === null)('rich answers (skipped where no Chrome or Chromium is installed)', () => {
  const rich = richPageForTests(executablePath)
  const { answer, stream, copied, problems } = rich
  let page: Page
  beforeAll(() => {
    page = rich.page
  })

  const log = () => page.getByRole('log')

  it('loads the code of formulas, diagrams and previews with the first of them, and shows the source without it', async () => {
    const fresh = await page.context().newPage()
    await fresh.goto(rich.url)
    const show = (text: string) => fresh.evaluate((shown) => window.rich.answer(shown), text)
    const loaded = () =>
      fresh.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .flatMap(({ name }) => /(?:diagram|preview|mermaid|formula|sandbox)[\w.-]*\.js/.exec(name)?.[0] ?? []),
      )
    await show(`${TABLE}\n\n${fence('html', '<p>a</p>')}`)
    await fresh.getByRole('button', { name: 'Preview' }).waitFor()
    expect(await loaded()).toEqual([])
    await fresh.route(/(?:diagram|preview)-view/, (route) => route.abort())
    await fresh.getByRole('button', { name: 'Preview' }).click()
    await fresh.getByRole('alert').filter({ hasText: 'Previews cannot be loaded.' }).waitFor()
    await show(fence('mermaid', 'graph TD\nA --> B'))
    await fresh.getByRole('alert').filter({ hasText: 'The program that draws diagrams cannot be loaded.' }).waitFor()
    await fresh.getByRole('figure', { name: 'Code, mermaid, 2 lines' }).waitFor()
    await fresh.close()
  })

  it('leads from the sign of a footnote to its note and back, also where two answers have a note 1', async () => {
    const text = 'A claim[^1] stands here.\n\n[^1]: The note of the claim.'
    await page.evaluate(([first = '', second = '']) => window.rich.answer(first, second), [text, `Second: ${text}`])
    const signs = page.getByLabel('Footnote 1', { exact: true })
    const notes = page.getByLabel('Footnotes', { exact: true })
    for (const place of [0, 1]) {
      await signs.nth(place).focus()
      await page.keyboard.press('Enter')
      const note = notes.nth(place).getByRole('listitem')
      expect(await note.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await signs.nth(place).evaluate((element) => element === document.activeElement)).toBe(true)
    }
    const ids = await log()
      .locator('[id]')
      .evaluateAll((elements) => elements.map(({ id }) => id))
    expect([ids.length, new Set(ids).size]).toEqual([4, 4])
    expect(new URL(page.url()).hash).toBe('')
  })

  it('keeps a selection in code that grows, and colours its block when nothing in it is selected', async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `const value${index} = ${index} // note`)
    const start = `${fence('ts', 'const first = 1')}\n\n\`\`\`ts\n${lines.slice(0, 8).join('\n')}`
    const selected = () => page.evaluate(() => String(document.getSelection()))
    await page.evaluate((text) => {
      window.rich.grow(text)
      const node = [...document.querySelectorAll('pre')].at(-1)?.querySelectorAll('code > span').item(4)
        .firstChild?.firstChild
      if (node instanceof Text) document.getSelection()?.setBaseAndExtent(node, 6, node, 12)
    }, start)
    expect(await selected()).toBe('value4')
    const coloured = (nth: number) =>
      page
        .getByRole('group', { name: /^Code, ts/ })
        .nth(nth)
        .locator('[class*="token-"]')
    await expect.poll(() => coloured(0).count()).toBeGreaterThan(0)
    for (let count = 9; count <= 12; count += 1) {
      await page.evaluate(
        (text) => window.rich.grow(text),
        start +
          lines
            .slice(8, count)
            .map((line) => `\n${line}`)
            .join(''),
      )
      expect(await selected()).toBe('value4')
    }
    expect(await coloured(1).count()).toBe(0)
    await page.evaluate(() => document.getSelection()?.removeAllRanges())
    await expect.poll(() => coloured(1).count()).toBeGreaterThan(0)
  })

  it('keeps a selection that begins above code and ends in it', async () => {
    const text = `${fence('ts', 'const first = 1')}\n\nWords above.\n\n\`\`\`ts\nconst second = 2 // note`
    const selected = () => page.evaluate(() => String(document.getSelection()).replaceAll(/\s+/g, ' '))
    await page.evaluate((shown) => {
      window.rich.grow(shown)
      const above = document.querySelector('p')?.firstChild
      const line = [...document.querySelectorAll('pre')].at(-1)?.querySelector('code > span')?.firstChild?.firstChild
      if (above instanceof Text && line instanceof Text) document.getSelection()?.setBaseAndExtent(above, 6, line, 12)
    }, text)
    const coloured = page
      .getByRole('group', { name: /^Code, ts/ })
      .first()
      .locator('[class*="token-"]')
    await expect.poll(() => coloured.count()).toBeGreaterThan(0)
    await page.evaluate((shown) => window.rich.grow(shown), `${text}\nconst third = 3`)
    expect(await selected()).toMatch(/^above\. .*const second$/)
    await page.evaluate(() => document.getSelection()?.removeAllRanges())
  })

  it('shows a block between longer fences as one, with the fences in it, whole and while it grows', async () => {
    const inner = `# Title\n\n${fence('js', 'console.log(1)')}\n\nmore of the block`
    const text = `\`\`\`\`markdown\n${inner}\n\`\`\`\`\n\nAfter it.`
    const blocks = page.getByRole('group', { name: /^Code, / })
    await page.evaluate((whole) => window.rich.stream([whole.slice(0, 30), whole.slice(30, 60), whole.slice(60)]), text)
    expect(await blocks.count()).toBe(1)
    await answer(text)
    expect(await blocks.allInnerTexts()).toEqual([inner])
    await log()
      .getByRole('paragraph')
      .filter({ hasText: /^After it\.$/ })
      .waitFor()
  })

  it('1: a table of six columns breaks no word, and scrolls alone', async () => {
    await answer(TABLE)
    const region = page.getByRole('group', { name: 'Table, 6 columns, 2 rows' })
    const broken = await region.evaluate((table) => {
      const found: string[] = []
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
        for (const word of (node.nodeValue ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(node, word.index)
          range.setEnd(node, word.index + word[0].length)
          if (range.getClientRects().length !== 1) found.push(word[0])
        }
      return found
    })
    const overflow = (element: Element) => element.scrollWidth - element.clientWidth
    expect(broken).toEqual([])
    expect(await region.evaluate(overflow)).toBeGreaterThan(100)
    expect(await log().evaluate(overflow)).toBe(0)
    expect(await page.getByRole('cell', { name: '1,250' }).evaluate((cell) => getComputedStyle(cell).textAlign)).toBe(
      'right',
    )
    const first = page.getByRole('cell', { name: 'max_children_per_turn' })
    const before = await first.boundingBox()
    await region.evaluate((element) => element.scrollTo(200, 0))
    await expect.poll(() => first.boundingBox()).toEqual(before)
  })

  it('draws the first rows of a long table, says how many follow, and copies all of them', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => `| ${index} | name ${index} | ${index * 2} |`)
    await answer(['| a | b | c |', '|---|---|---|', ...rows].join('\n'))
    const table = page.getByRole('group', { name: 'Table, 3 columns, 600 rows' })
    await table.waitFor()
    expect(await table.getByRole('row').count()).toBe(334)
    await page.getByText('267 more rows, which are copied too').waitFor()
    await page.getByRole('button', { name: 'Copy as CSV' }).click()
    await expect.poll(async () => (await copied()).trim().split(/\r?\n/).length).toBe(601)
    expect(await copied()).toContain('599,name 599,1198')
  })

  it('copies a table as CSV and as Markdown', async () => {
    await answer('| a | b |\n|---|---|\n| 1 | =x, y |')
    await page.getByRole('button', { name: 'Copy as CSV' }).click()
    await expect.poll(copied).toBe('a,b\r\n1,"\'=x, y"\r\n')
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    await expect.poll(copied).toBe('| a | b |\n| --- | --- |\n| 1 | =x, y |\n')
  })

  it('2: formulas are MathML, prices are text', async () => {
    await answer(
      String.raw`$E=mc^2$, \(a\,b\), $5 and $10, $\frac{1$` + `\n\n$$\n\\sum_{i=1}^n i\n$$\n\n${fence('math', 'x^2')}`,
    )
    await expect.poll(() => page.locator('math').count()).toBe(4)
    await page.getByText('$5 and $10', { exact: false }).waitFor()
    const source = page.getByText(String.raw`$\frac{1$`, { exact: true })
    await expect.poll(() => source.evaluate((code) => getComputedStyle(code).textDecorationStyle)).toBe('dotted')
    expect(await page.locator('math[display="block"]').count()).toBe(2)
    expect(await page.locator('math [style], math[style]').count()).toBe(0)
    await page.getByRole('button', { name: 'Copy LaTeX' }).nth(1).focus()
    await page.keyboard.press('Enter')
    await expect.poll(copied).toBe(String.raw`a\,b`)
    expect(problems).toEqual([])
  })

  it('shows the source of many formulas, until more are asked for', async () => {
    await answer('$a^b$ '.repeat(520))
    await expect.poll(() => page.locator('math').count()).toBe(500)
    expect(await page.getByText('$a^b$', { exact: true }).count()).toBe(20)
    await page.getByRole('button', { name: 'Show more formulas' }).click()
    await expect.poll(() => page.locator('math').count()).toBe(520)
    expect(await page.getByRole('button', { name: 'Show more formulas' }).count()).toBe(0)
  })

  it('3: no marker of an answer is ever visible while it streams', async () => {
    const text =
      'See **some bold** text, `code with spaces`, *soft* and [a link](https://a.example/path) in H<sub>2</sub>O.\n\n' +
      '- **item** one\n- item ~~two~~ with $x^2$\n\n| a | b |\n|---|---|\n| **1** | 2 |\n\nA line\n- list\n\n![picture](https://a.example/x.png) end'
    const seen = await stream(text.split(''))
    expect(seen.filter((visible) => /\*|`|~|\]\(|<su|\|/.test(visible))).toEqual([])
    expect(seen.at(-1)).toContain('some bold')
    expect(await page.locator('h1, h2').count()).toBe(0)
  })

  it('4: long code is folded, all of it is copied, and its header stays in view', async () => {
    await answer(`Before.\n\n${fence('ts', CODE)}\n\n${'After.\n\n'.repeat(60)}`)
    const figure = page.getByRole('figure', { name: 'Code, ts, 600 lines' })
    const height = () => figure.evaluate((block) => block.getBoundingClientRect().height)
    expect(await height()).toBeLessThan(800)
    await figure.getByRole('button', { name: 'Copy code' }).click()
    await expect.poll(copied).toBe(CODE)
    await figure.getByRole('button', { name: 'Show all 600 lines' }).click()
    expect(await height()).toBeGreaterThan(5_000)
    await log().evaluate((pane) => pane.scrollTo(0, 2_000))
    const tops = await figure.evaluate((block) => [
      block.querySelector('figcaption')?.getBoundingClientRect().top,
      block.closest('[role="log"]')?.getBoundingClientRect().top,
    ])
    expect(tops[0]).toBe(tops[1])
  })

  it('a focused block has keys: fold, wrap, numbers, copy', async () => {
    await answer(fence('ts', CODE))
    const code = page.getByRole('group', { name: 'Code, ts, 600 lines' })
    await code.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Show less' }).waitFor()
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Wrap', pressed: true }).waitFor()
    await page.keyboard.press('l')
    expect(
      await code.evaluate((pre) => getComputedStyle(pre.querySelector('code > span') ?? pre, '::before').content),
    ).not.toBe('none')
    await page.keyboard.press('c')
    await expect.poll(copied).toBe(CODE)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Show all 600 lines' }).waitFor()
  })

  it('a table that is wider than the pane opens as wide as the window', async () => {
    await answer(TABLE)
    const region = page.getByRole('group', { name: 'Table, 6 columns, 2 rows' })
    await region.hover()
    await page.getByRole('button', { name: 'Open wide' }).click()
    const dialog = page.getByRole('dialog', { name: 'Table, 6 columns, 2 rows' })
    await dialog.getByRole('cell', { name: 'yesterday' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await answer('| a | b |\n|---|---|\n| 1 | 2 |')
    await page.getByRole('group', { name: 'Table, 2 columns, 1 row' }).hover()
    expect(await page.getByRole('button', { name: 'Open wide' }).count()).toBe(0)
  })

  it('attaches code to the prompt as a file', async () => {
    await answer(fence('ts src/sum.ts', 'const a = 1'))
    await page.getByRole('button', { name: 'More actions for this code' }).click()
    await page.getByRole('menuitem', { name: 'Attach to prompt' }).click()
    expect(await page.evaluate(() => window.rich.attached())).toEqual([['sum.ts', 'const a = 1']])
  })

  it('saves code under the name of its file', async () => {
    await answer(fence('ts src/sum.ts', 'const a = 1'))
    await page.getByText('src/sum.ts').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More actions for this code' }).click()
    await page.getByRole('menuitem', { name: 'Save as…' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('sum.ts')
    expect(await readFile(await file.path(), 'utf8')).toBe('const a = 1')
  })

  it('code is not folded while it streams', async () => {
    const seen = await stream([`${fence('ts', CODE).slice(0, -4)}`, '\n'])
    expect(seen.at(-1)).toContain('const line599')
  })

  it('a preview of Markdown is rendered as an answer is', async () => {
    await answer(fence('md', '# Title\n\n<script>alert(1)</script>'))
    await page.getByRole('button', { name: 'Preview' }).click()
    const region = page.getByRole('region', { name: 'Preview of md' })
    await region.getByRole('heading', { name: 'Title' }).waitFor()
    await region.getByText('<script>alert(1)</script>').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as…' }).click()
    expect((await download).suggestedFilename()).toMatch(/^code\.md$/)
  })

  it('6: harmless tags are elements, others are text', async () => {
    await answer('H<sub>2</sub>O <script>\n\n<details>\n<summary>More</summary>\n\nHidden **text**\n\n</details>')
    expect(await page.locator('sub').allTextContents()).toEqual(['2'])
    await page.getByText('H2O <script>').waitFor()
    expect(await page.getByText('Hidden').isVisible()).toBe(false)
    await page.getByText('More').click()
    expect(await page.getByText('Hidden').isVisible()).toBe(true)
  })

  it('names each box of a task list by its state', async () => {
    await answer('- [x] write it\n- [ ] test it')
    await page.getByRole('checkbox', { name: 'Done', exact: true }).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Open', exact: true }).isChecked()).toBe(false)
    expect(await page.getByRole('checkbox').count()).toBe(2)
  })

  it('7: text has its own direction, code is always left to right', async () => {
    await page.evaluate(() => window.rich.prompt('مرحبا بالعالم.'))
    const words = page.getByText('مرحبا')
    const direction = (element: Element) => getComputedStyle(element).direction
    expect(await words.evaluate(direction)).toBe('rtl')
    const [stop, first] = await words.evaluate((message) => {
      const text = [...message.childNodes].findLast((node) => node.nodeType === Node.TEXT_NODE)
      const at = (start: number) => {
        const range = document.createRange()
        if (text !== undefined) {
          range.setStart(text, start)
          range.setEnd(text, start + 1)
        }
        return range.getBoundingClientRect().left
      }
      return [at((text?.nodeValue ?? '').length - 1), at(0)]
    })
    expect(stop).toBeLessThan(first ?? 0)
    await answer(
      '# عنوان\n\n- بند\n\n> اقتباس\n\n| خلية | b |\n|---|---|\n| c | d |\n\nEnglish `code` نص\n\n' + fence('ts', 'a'),
    )
    const directions = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((each) => getComputedStyle(each).direction))
    expect(await directions('h1, li, blockquote, table, th:first-child')).toEqual(['rtl', 'rtl', 'rtl', 'rtl', 'rtl'])
    expect(await directions('p:has(code), code, figure')).toEqual(['ltr', 'ltr', 'ltr', 'ltr'])
  })
})
