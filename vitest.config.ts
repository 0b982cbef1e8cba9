import { availableParallelism } from 'node:os'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Long enough for several programs, one after another, on a busy machine; a test that hangs still ends. */
const TIMEOUT_MS = 120_000

/** A soak is as long as its environment variables make it. */
const SOAK_TIMEOUT_MS = 3 * 3_600_000

/** Most tests wait for a database, a process or a browser, so two at a time pay off on two processors as well. */
const WORKERS = Math.max(2, availableParallelism() - 1)

/** On a busy machine an awaited state comes late; Vitest's own limit is 1 s. */
const EXPECT = { poll: { timeout: 30_000 } }

const INTEGRATION = {
  testTimeout: TIMEOUT_MS,
  hookTimeout: TIMEOUT_MS,
  expect: EXPECT,
}

/**
 * Importing the engine or the window takes seconds of processor time, so test files share the modules of their worker. No
 * test may leave anything behind in them.
 */
const SHARED_MODULES = { isolate: false }

/** What the description of the HTTP API is read from, which is not in git. */
const API_ANSWERS = 'test/support/api-answers.ts'

/** The tests copy one database instead of making their own. */
const WITH_DATABASE = { globalSetup: [API_ANSWERS, 'test/support/database-template.ts'] }

/** Their engines share one server as well. */
const WITH_SERVER = { globalSetup: [...WITH_DATABASE.globalSetup, 'test/support/shared-database.ts'] }

/** As in the end-to-end tests: `npm test` prints and counts a test that passes only at the second try. */
const RETRIED = { retry: 1 }

/** The tests whose names end in `.NAME.test.ts`. */
const withSuffix = (name: string) => ({ name, include: [`test/**/*.${name}.test.{ts,tsx}`] })

/**
 * The suffix of a test file says what it needs, and selects its project: none is a unit test, `.db` needs PostgreSQL,
 * `.process` child processes, `.browser` Chromium, `.soak` time. `.e2e` tests are Playwright's, benchmarks have a runner
 * of their own. `vitest run --project unit` runs one project.
 */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          globalSetup: API_ANSWERS,
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/**/*.{db,process,browser,e2e,soak}.test.{ts,tsx}'],
          testTimeout: TIMEOUT_MS,
          expect: EXPECT,
          ...SHARED_MODULES,
        },
      },
      { test: { ...withSuffix('db'), ...SHARED_MODULES, ...INTEGRATION, ...WITH_SERVER } },
      // Where a file runs its tests concurrently, three at a time.
      {
        test: {
          ...withSuffix('process'),
          ...INTEGRATION,
          ...WITH_DATABASE,
          ...RETRIED,
          maxConcurrency: 3,
        },
      },
      {
        plugins: [react()],
        test: {
          ...withSuffix('browser'),
          ...SHARED_MODULES,
          ...RETRIED,
          globalSetup: 'test/renderer/support/preview-setup.ts',
          ...INTEGRATION,
        },
      },
      {
        test: {
          ...withSuffix('soak'),
          testTimeout: SOAK_TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          fileParallelism: false,
        },
      },
    ],
  },
})
