import { describe, expect, it } from 'vitest'

import { findBrowser } from '../../support/find-browser.ts'
import { ROOT } from '../preview/preview-world.ts'
import { previewForTests } from '../support/open-preview.ts'

const executablePath = findBrowser()

describe.skipIf(executablePath === null)('an internal error (skipped where no Chrome or Chromium is installed)', () => {
  const preview = previewForTests(executablePath)

  it.each([
    [
      'en',
      'Internal error',
      'Engine opened anew',
      /^The turn of Tokens for the gateway ended with an internal error: lost\. .*\/data\/errors\.log/,
    ],
    [
      'de',
      'Interner Fehler',
      'Engine neu geöffnet',
      /^Die Runde von „Tokens for the gateway“ endete mit einem internen Fehler: lost\. .*\/data\/errors\.log/,
    ],
  ])('is said once at the foot of the tree, until it is dismissed: %s', async (language, name, anew, about) => {
    const page = await preview.ownPage()
    await page.evaluate((chosen) => window.localStorage.setItem('ikigai.language', chosen), language)
    await page.reload()
    await page.getByRole('tree').first().waitFor()
    const notice = page.getByRole('alert').getByRole('button', { name })
    const show = (at: number, message: string) =>
      page.evaluate((strayError) => window.preview.setStatus({ strayError }), {
        message,
        file: '/data/errors.log',
        agentId: ROOT,
        reopened: false,
        at,
      })
    expect(await notice.count()).toBe(0)
    await show(1, 'lost')
    await notice.waitFor()
    expect(await notice.getAttribute('title')).toMatch(about)
    await notice.click()
    expect(await notice.count()).toBe(0)
    await show(1, 'lost')
    expect(await notice.count()).toBe(0)
    await show(2, 'lost again')
    await notice.waitFor()
    expect(await notice.getAttribute('title')).toContain('lost again')
    await page.evaluate(() =>
      window.preview.setStatus({
        strayError: { message: 'tree', file: null, agentId: null, reopened: true, at: 3 },
      }),
    )
    const reopened = page.getByRole('alert').getByRole('button', { name: anew })
    await reopened.waitFor()
    expect(await reopened.getAttribute('title')).toContain('tree')
    await page.close()
  })
})
