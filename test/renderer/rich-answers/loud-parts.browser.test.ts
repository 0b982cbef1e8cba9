import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BROWSER_ARGUMENTS, findBrowser } from '../../support/find-browser.ts'
import { loudParts } from '../../support/loud-parts.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('loud parts (skipped where no Chrome or Chromium is installed)', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: BROWSER_ARGUMENTS })
    page = await browser.newPage()
  })
  afterAll(() => browser.close())

  it.each([
    ['<script>x()</script>', 'script'],
    ['<s:script xmlns:s="http://www.w3.org/2000/svg">x()</s:script>', 'script'],
    ['<g onclick="x()"/>', 'onclick'],
    ['<a href="https://a.b"><g/></a>', 'a'],
    ['<use xlink:href="https://a.b#x" xmlns:xlink="http://www.w3.org/1999/xlink"/>', 'xlink:href'],
    ['<set attributeName="href" to="#"/>', 'set'],
    ['<feImage href="#a"/>', 'feImage'],
    ['<p xmlns="http://www.w3.org/1999/xhtml">a</p>', 'p'],
    ['<g xmlns="http://www.w3.org/1999/xhtml"/>', 'g'],
    ['<rect fill="url(https://a.b)"/>', 'fill'],
    ['<rect style="fill: u&#114;l(https://a.b)"/>', 'style'],
    [String.raw`<rect style="fill: u\72l(https://a.b)"/>`, 'style'],
    ['<style>@import "https://a.b"</style>', 'style'],
    ['<?xml-stylesheet href="https://a.b"?>', 'xml-stylesheet'],
    ['<g', 'parsererror'],
  ])('finds %s', async (part, name) => {
    const address = (content: string) =>
      `data:image/svg+xml;charset=utf-8,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`)}`
    expect(await page.evaluate(loudParts, address(part))).toContain(name)
    expect(
      await page.evaluate(loudParts, address('<rect fill="url(#a)"/><use href="#a"/><text>onclick="x" url(a)</text>')),
    ).toEqual([])
  })
})
