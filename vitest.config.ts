import { availableParallelism } from 'node:os'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Long enough for a database's first start on a busy machine; a test that hangs still ends. */
const INTEGRATION_TIMEOUT_MS = 60_000

/** What is waited for comes late on a busy machine; Vitest's own limit is 1 s. */
const EXPECT = { poll: { timeout: 15_000 } }

/** A soak is as long as its environment variables make it. */
const SOAK_TIMEOUT_MS = 3 * 3_600_000

/** They start real PostgreSQL servers, which is not for every `npm run check`. */
const DATABASE_TESTS = 'test/unit/adapters/storage/**/*.test.ts'

/** Most tests wait for a database, a process or a browser: two at a time are worth it on two processors as well. */
const WORKERS = Math.max(2, availableParallelism() - 1)

/** They wait for real programs: shells, servers of tools. */
const PROCESS_TESTS = [
  'test/unit/adapters/tools/bash-tool.test.ts',
  'test/unit/adapters/tools/mcp-*.test.ts',
  'test/unit/core/tools/split-command-in-bash.test.ts',
]

/** `vitest run --project unit` runs one of them; `npm run bench` has its own files and is not among them. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          exclude: [DATABASE_TESTS, ...PROCESS_TESTS],
          // Half the time: the files share their workers' modules, so no test may leave anything behind in them.
          isolate: false,
        },
      },
      {
        test: {
          name: 'database',
          include: [DATABASE_TESTS],
          testTimeout: INTEGRATION_TIMEOUT_MS,
          expect: EXPECT,
          hookTimeout: INTEGRATION_TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          testTimeout: INTEGRATION_TIMEOUT_MS,
          expect: EXPECT,
          hookTimeout: INTEGRATION_TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'engine',
          include: ['test/engine/**/*.test.ts'],
          testTimeout: INTEGRATION_TIMEOUT_MS,
          expect: EXPECT,
          hookTimeout: INTEGRATION_TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'process',
          // As in the end-to-end tests: `npm test` prints and counts a test that passes only at the second try.
          retry: 1,
          include: ['test/command-line/**/*.test.ts', 'test/durability/**/*.test.ts', ...PROCESS_TESTS],
          // Of one file, where it says so.
          maxConcurrency: 3,
          testTimeout: INTEGRATION_TIMEOUT_MS,
          expect: EXPECT,
          hookTimeout: INTEGRATION_TIMEOUT_MS,
        },
      },
      {
        test: {
          name: 'soak',
          include: ['test/soak/**/*.test.ts'],
          testTimeout: SOAK_TIMEOUT_MS,
          hookTimeout: INTEGRATION_TIMEOUT_MS,
          fileParallelism: false,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'renderer',
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          globalSetup: 'test/renderer/support/preview-setup.ts',
          retry: 1,
          expect: EXPECT,
        },
      },
    ],
  },
})
