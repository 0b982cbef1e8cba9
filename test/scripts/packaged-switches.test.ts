import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const FILES = globSync('src/{main,shared,preload}/**/*.ts', { cwd: ROOT })

/** Files that name one without relying on it: they pass it on to programs of the user, or recognise it. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'a Node at process.execPath': ['src/main/adapters/program-table.ts'],
  NODE_EXTRA_CA_CERTS: ['src/main/adapters/environment/tool-environment.ts', 'src/main/adapters/network/use-proxy.ts'],
  NODE_OPTIONS: ['src/main/adapters/environment/take-environment.ts', 'src/main/core/approvals/hidden-programs.ts'],
}

/** What the packaged app does not have (docs/electron-hardening.md): by its fuses, its archive or Electron itself. */
const REMOVED: readonly (readonly [string, RegExp])[] = [
  ['ELECTRON_RUN_AS_NODE', /ELECTRON_RUN_AS_NODE/],
  ['a Node at process.execPath', /process\.execPath|process\.argv0|process\.argv\[0\]/],
  ['fork', /\bfork\(\s*(new URL|import\.meta|join|[a-z]+Path)|child_process.*\bfork\b/],
  ['execArgv', /execArgv/],
  ['NODE_OPTIONS', /NODE_OPTIONS/],
  ['NODE_EXTRA_CA_CERTS', /NODE_EXTRA_CA_CERTS/],
  ['an inspector', /--inspect|node:inspector/],
  ['options of V8', /--expose-gc|--max-old-space-size|setFlagsFromString/],
  ['a node or npm in PATH', /(spawn|exec|execFile|spawnSync)\(\s*'(node|npm|npx)'/],
  ['pages from file:', /loadFile\(|file:\/\/\/?\$\{/],
  ['modules beside the archive by name', /createRequire\([^)]*resourcesPath/],
]

it.each(REMOVED)('nothing relies on %s', (name, pattern) => {
  const found = FILES.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(found.filter((file) => !(ALLOWED[name] ?? []).includes(file))).toEqual([])
})
