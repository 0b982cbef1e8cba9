import { execFileSync } from 'node:child_process'

import { ROOT } from './project.ts'
import { scriptArguments } from './script-arguments.ts'

/** Everything that belongs into the root of the repository. */
export const ROOT_ENTRIES: readonly string[] = [
  '.ci',
  '.dependency-cruiser.mjs',
  '.editorconfig',
  '.githooks',
  '.github',
  '.gitignore',
  '.npmrc',
  '.nvmrc',
  '.oxfmtrc.json',
  '.oxlintrc.json',
  '.vscode',
  'AGENTS.md',
  'ARCHITECTURE.md',
  'BENCHMARKS.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin',
  'client',
  'docs',
  'drizzle',
  'drizzle.config.ts',
  'electron-builder.config.ts',
  'electron.vite.config.ts',
  'examples',
  'knip.json',
  'package-lock.json',
  'package.json',
  'playwright.config.ts',
  'resources',
  'scripts',
  'src',
  'test',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.node.json',
  'tsconfig.web.json',
  'vitest.config.ts',
]

const MAX_BYTES = 500_000
/** Files and folders that may be larger, and by how much. */
const LARGER: readonly { readonly path: RegExp; readonly bytes: number }[] = [
  { path: /^package-lock\.json$/, bytes: 1_500_000 },
  { path: /^test\/fixtures\//, bytes: 5_000_000 },
  { path: /^docs\/images\/fork\.(?:gif|webp)$/, bytes: 1_500_000 },
]

/** A file in git's index. */
export interface TrackedFile {
  readonly path: string
  readonly bytes: number
  /** Whether .gitignore names it, so that a program makes it. */
  readonly isIgnored: boolean
}

/** Returns what is wrong with files that are committed, one line each. */
export function fileFaults(files: readonly TrackedFile[]): readonly string[] {
  return files.flatMap(({ path, bytes, isIgnored }) => {
    const [entry = ''] = path.split('/')
    const most = LARGER.find((larger) => larger.path.test(path))?.bytes ?? MAX_BYTES
    return [
      ...(ROOT_ENTRIES.includes(entry) ? [] : [`${path}: '${entry}' does not belong into the root (ROOT_ENTRIES).`]),
      ...(/(?:^|\/)-/.test(path) ? [`${path}: a name that begins with a dash looks like an option.`] : []),
      ...(bytes > most ? [`${path}: ${bytes} bytes, ${most} at most. Make it when it is needed.`] : []),
      ...(isIgnored ? [`${path}: .gitignore names it; generated files are not committed.`] : []),
    ]
  })
}

/** Returns the files in the index of `folder`, with the sizes that would be committed. `staged`: only changed ones. */
export function trackedFiles(folder: string, staged = false): readonly TrackedFile[] {
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', input, maxBuffer: 100_000_000 })
  const parts = (text: string) => text.split('\0').filter((part) => part !== '')
  const changed = new Set(staged ? parts(git(['diff', '--cached', '--name-only', '-z', '--diff-filter=d'])) : [])
  const entries = parts(git(['ls-files', '--stage', '-z'])).flatMap((line) => {
    const [facts = '', path = ''] = line.split('\t')
    return staged && !changed.has(path) ? [] : [{ path, hash: facts.split(' ')[1] ?? '' }]
  })
  const hashes = entries.map(({ hash }) => `${hash}\n`).join('')
  const sizes = git(['cat-file', '--batch-check=%(objectsize)'], hashes).split('\n')
  const ignored = new Set(parts(git(['ls-files', '--cached', '--ignored', '--exclude-standard', '-z'])))
  return entries.map(({ path }, at) => ({ path, bytes: Number(sizes[at]), isIgnored: ignored.has(path) }))
}

const USAGE = `Checks that what is in git belongs there: the entries of the root, sizes, no generated files.

node scripts/check-files.ts [--staged]   --staged: only what the next commit changes, as .githooks/pre-commit does`

if (import.meta.main) {
  const { flags } = scriptArguments(USAGE, { flags: ['staged'] })
  const faults = fileFaults(trackedFiles(ROOT, flags.has('staged')))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
