import { existsSync } from 'node:fs'

import { chromium } from '@playwright/test'

import { installedBrowser } from '../../src/main/adapters/browser/open-window.ts'

/** The message if findBrowser finds none. */
export const NO_BROWSER =
  'No browser for the end-to-end tests: install Chrome or Chromium, or run: npx playwright install chromium'

/** Chromium without windows of its own, which takes a quarter less processor time. */
const HEADLESS = ['chromium-headless-shell', 'chrome-headless-shell']

/** Returns an installed Chrome or Chromium, else the one that Playwright downloaded; null if there is neither. */
export function findBrowser(): string | null {
  const installed = installedBrowser(HEADLESS)
  if (installed !== null) return installed
  const downloaded = chromium.executablePath()
  return existsSync(downloaded) ? downloaded : null
}

/**
 * Features of Chromium that tests go without. The address bar is a page of its own in every window, also where no
 * window is shown, and loading it takes as much processor time as loading ours. Playwright has a list like this one,
 * which a second list replaces, so what matters in it is here as well.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  // Requests to servers of the browser's maker.
  'AimEnabled',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  // What changes requests or holds back what is drawn.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
]

/** Arguments of the browser in tests. Only browsers with windows isolate sites without being asked to. */
export const BROWSER_ARGUMENTS = [
  '--disable-gpu',
  '--site-per-process',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
]
