import { existsSync } from 'node:fs'

import { chromium } from '@playwright/test'

import { installedBrowser } from '../../scripts/installed-browser.ts'

/** The message if findBrowser finds none. */
export const NO_BROWSER =
  'No browser for the end-to-end tests: install Chrome or Chromium, or run: npx playwright install chromium'

/** Returns an installed Chrome or Chromium, else the one that Playwright downloaded; null if there is neither. */
export function findBrowser(): string | null {
  const installed = installedBrowser()
  if (installed !== null) return installed
  const downloaded = chromium.executablePath()
  return existsSync(downloaded) ? downloaded : null
}
