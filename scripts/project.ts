import { resolve } from 'node:path'

/** Absolute path of the repository. */
export const ROOT = resolve(import.meta.dirname, '..')

/** Programs of node_modules, run with the current Node because their shell wrappers differ between systems. */
export const TOOLS = {
  'dependency-cruiser': 'dependency-cruiser/bin/dependency-cruiser.mjs',
  'electron-vite': 'electron-vite/bin/electron-vite.js',
  knip: 'knip/bin/knip.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
} as const

export type Tool = keyof typeof TOOLS
