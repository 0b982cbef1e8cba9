import { existsSync } from 'node:fs'

import { chromium } from '@playwright/test'

import { installedBrowser } from '../../scripts/installed-browser.ts'

/** What to tell a person when findBrowser has nothing. */
export const NO_BROWSER =
  'No browser for the end-to-end tests: install Chrome or Chromium, or run: npx playwright install chromium'

/** An installed Chrome or Chromium, else the one that Playwright downloaded; null: neither is there. */
export function findBrowser(): string | null {
  const installed = installedBrowser()
  if (installed !== null) return installed
  const downloaded = chromium.executablePath()
  return existsSync(downloaded) ? downloaded : null
}
