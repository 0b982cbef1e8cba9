import { defineConfig } from '@playwright/test'

import { BROWSER_ARGUMENTS, findBrowser } from './test/support/find-browser.ts'

const executablePath = findBrowser()

export default defineConfig({
  globalSetup: './test/support/database-template.ts',
  testDir: 'test/end-to-end',
  outputDir: 'test-results',
  // Each test has its own app, database and simulator; two at a time is what a small machine carries.
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // `npm test` prints and counts a test that passes only at the second try.
  retries: 1,
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    // Recording one for every test costs a fifth of the processor time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: BROWSER_ARGUMENTS, ...(executablePath === null ? {} : { executablePath }) },
  },
  projects: [
    { name: 'browser', testMatch: '**/*.e2e.test.ts', testIgnore: '**/*.electron.e2e.test.ts' },
    { name: 'electron', testMatch: '**/*.electron.e2e.test.ts' },
  ],
})
