import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { chromium } from '@playwright/test'
import { expect, it } from 'vitest'

import { ROOT } from '../../scripts/project.ts'
import { BROWSER_ARGUMENTS, findBrowser } from '../support/find-browser.ts'

const executablePath = findBrowser()

it.skipIf(executablePath === null)(
  'the static site is searched in a browser, opened as a file',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ikigai-site-'))
    execFileSync(process.execPath, [join(ROOT, 'scripts', 'site.ts'), folder])
    const browser = await chromium.launch({ executablePath: executablePath ?? '', args: BROWSER_ARGUMENTS })
    try {
      const page = await browser.newPage()
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(String(error)))
      page.on('console', (message) => problems.push(message.text()))
      page.on('request', (request) => (request.url().startsWith('file:') ? null : problems.push(request.url())))
      await page.goto(pathToFileURL(join(folder, 'behaviour', 'changes.html')).href)
      await page.keyboard.press('/')
      await page.keyboard.type('The key was not accepted')
      const [first] = await page.getByRole('search').getByRole('link').all()
      await first?.click()
      await expect.poll(() => page.url()).toContain('errors.html#the-key-was-not-accepted')
      await page.getByRole('searchbox').fill('xyzzy')
      await page.getByText('No section has all of these words.').waitFor()
      expect(problems).toEqual([])
    } finally {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
  120_000,
)
