import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { OLDEST_NODE } from '../bin/oldest-node.mjs'
import { EXTERNAL } from './external-packages.ts'
import { ROOT } from './project.ts'
import { licenceTexts } from './licence-texts.ts'

/** What the package has of the checkout, seen from its root. Everything else stays behind. */
const CONTENTS = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'bin/build-is-current.mjs',
  'bin/compile-cache.mjs',
  'bin/data-directory.mjs',
  'bin/exit-with-parent.mjs',
  'bin/ikigai.mjs',
  'bin/oldest-node.mjs',
  'bin/overwrite-environment.mjs',
  'client/connect.mjs',
  'docs',
  'drizzle',
  'out/api-answers.json',
  'out/main',
  'out/renderer',
] as const

/** Parts of these that nothing in the package reads: maps of the bundle, and what Electron alone starts. */
const LEFT_OUT = /\.map$|^out\/main\/index\.js$/

/** What the client of the HTTP API imports, which is not bundled. */
const CLIENT_PACKAGES: readonly string[] = ['eventsource-parser']

const projectSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  type: z.string(),
  bin: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
})

/** A file of a package, with its size in bytes. */
export interface PackageFile {
  readonly path: string
  readonly size: number
}

/** Puts the files of the npm package into `folder`, which is made anew. The app must be built (`npm run build`). */
export function stageNpmPackage(folder: string): void {
  const { dependencies, optionalDependencies, ...named } = projectSchema.parse(
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')),
  )
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of CONTENTS) {
    if (!existsSync(join(ROOT, path))) throw new Error(`${path} is missing. Run: npm run build`)
    cpSync(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(source.slice(ROOT.length + 1).replaceAll('\\', '/')),
    })
  }
  const kept = Object.entries(dependencies).filter(
    ([name]) => CLIENT_PACKAGES.includes(name) || EXTERNAL.some((pattern) => pattern.test(name)),
  )
  const manifest = {
    ...named,
    // Without types: those of the client are the sources of the contract.
    exports: { './client': './client/connect.mjs', './package.json': './package.json' },
    engines: { node: `>=${OLDEST_NODE}` },
    dependencies: Object.fromEntries(kept),
    optionalDependencies,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), licenceTexts())
}

const packed = z.tuple([
  z.object({
    filename: z.string(),
    size: z.number(),
    unpackedSize: z.number(),
    files: z.array(z.object({ path: z.string(), size: z.number() })),
  }),
])

/** A packed npm package. Sizes are in bytes. */
export interface PackedNpmPackage {
  readonly file: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly PackageFile[]
}

/** Packs a staged package into a `.tgz` in `destination`. No script of the package runs. */
export function packNpmPackage(folder: string, destination: string): PackedNpmPackage {
  mkdirSync(destination, { recursive: true })
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', destination]
  const printed = execFileSync(npm, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const [{ filename, ...sizes }] = packed.parse(JSON.parse(printed))
  return { file: join(destination, filename), ...sizes }
}
