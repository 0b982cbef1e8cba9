import { execFile } from 'node:child_process'
import { chmod, mkdtemp, mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { OLDEST_NODE } from '../../bin/oldest-node.mjs'
import { packNpmPackage, type PackedNpmPackage, stageNpmPackage } from '../../scripts/npm-package.ts'
import { ROOT } from '../../scripts/project.ts'

const run = promisify(execFile)
const TIMEOUT_MS = 180_000
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'

let folder: string
let packed: PackedNpmPackage
let installed: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-npm-')))
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o755)
  stageNpmPackage(join(folder, 'staged'))
  packed = packNpmPackage(join(folder, 'staged'), folder)
  installed = join(folder, 'lib', 'node_modules', 'ikigai')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', packed.file, '-C', installed, '--strip-components=1'])
  await linkNamedPackages()
}, TIMEOUT_MS)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The name of a package where it is imported, or where a file of it is looked for. */
const IMPORTS = [
  /^(?:import|export)\b(?:[^'"\n]*\bfrom)?\s*['"]((?:@[\w-]+\/)?\w[\w.-]*)['"/]/gm,
  /(?<!\{ )\bimport\(['"]((?:@[\w-]+\/)?\w[\w.-]*)['"/]/g,
  /\brequire\.resolve\([`'"]((?:@[\w-]+\/)?\w[\w.]*)/g,
]

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  engines: z.object({ node: z.string() }),
})
const manifest = async () => manifestSchema.parse(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')))

/** The packages that it names come from the checkout, and nothing else does. */
async function linkNamedPackages(): Promise<void> {
  const { dependencies, optionalDependencies } = await manifest()
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const place = join(installed, 'node_modules', name)
    await mkdir(dirname(place), { recursive: true })
    await symlink(join(ROOT, 'node_modules', name), place)
  }
}

function ikigai(...args: readonly string[]) {
  const place = { IKIGAI_DATA_DIR: join(folder, 'data'), IKIGAI_CONFIG_DIR: join(folder, 'config') }
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, IKIGAI_KEYCHAIN: 'off', ...place }
  return run(process.execPath, [join(installed, 'bin', 'ikigai.mjs'), ...args], { cwd: folder, env })
}

it('has the built app, its texts and licences, and nothing that only a checkout needs', () => {
  const paths = packed.files.map(({ path }) => path)
  for (const path of ['bin/ikigai.mjs', 'out/main/cli.js', 'out/renderer/index.html', 'README.md', 'THIRD-PARTY.txt'])
    expect(paths).toContain(path)
  const allowed =
    /^(?:bin|client|docs|drizzle|out\/(?:main|renderer))\/|^out\/api-answers\.json$|^(?:LICENSE|README\.md|CHANGELOG\.md|SECURITY\.md|THIRD-PARTY\.txt|package\.json)$/
  expect(paths.filter((path) => !allowed.test(path))).toEqual([])
  expect(paths.filter((path) => /\.map$|\.env|\.npmrc|(?:^|\/)(?:test|src)\//.test(path))).toEqual([])
})

it('is small, and installs without a script of its own', async () => {
  expect(packed.size).toBeLessThan(40e6)
  expect(packed.unpackedSize).toBeLessThan(60e6)
  expect(await readFile(join(installed, 'package.json'), 'utf8')).not.toContain('"scripts"')
  expect((await manifest()).engines.node).toBe(`>=${OLDEST_NODE}`)
})

it('names every package that its bundle and its client import', async () => {
  const { dependencies, optionalDependencies } = await manifest()
  const named = Object.keys({ ...dependencies, ...optionalDependencies })
  const files = packed.files.filter(({ path }) => /^(?:out\/main|client|bin)\/[^/]+\.m?js$/.test(path))
  const texts = await Promise.all(files.map(({ path }) => readFile(join(installed, path), 'utf8')))
  const imported = texts.flatMap((text) =>
    IMPORTS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)),
  )
  const packages = new Set(imported.filter((name) => !isBuiltin(name)))
  // Without them there would be no keychain, no terminal and no search.
  for (const name of ['keytar', '@lydell/node-pty', '@vscode/ripgrep', 'eventsource-parser'])
    expect([...packages]).toContain(name)
  expect([...packages].filter((name) => !named.includes(name))).toEqual([])
})

it('names the licence of what is in its bundles', async () => {
  const text = await readFile(join(installed, 'THIRD-PARTY.txt'), 'utf8')
  for (const name of ['react 19', 'openai 7', 'zod 4', 'shiki 4']) expect(text).toContain(name)
})

it(
  'runs with the packages that it names alone, on a database of its own',
  async () => {
    expect((await ikigai('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    const { stdout, stderr } = await ikigai('agents', '--json')
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' })
    expect(JSON.parse((await ikigai('serve', '--print-openapi')).stdout)).toMatchObject({ info: { title: 'ikigai' } })
  },
  TIMEOUT_MS,
)

it.each(['20.19.0', '22.12.0'])('says which Node it needs under Node %s', async (version) => {
  const older = join(folder, 'older.mjs')
  await writeFile(older, `Object.defineProperty(process.versions, 'node', { value: '${version}' })`)
  const start = ['--import', older, join(installed, 'bin', 'ikigai.mjs'), '--version']
  const failure = await run(process.execPath, start, { cwd: folder, env: { HOME: folder } }).catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ code: 2, stderr: expect.stringContaining(`needs Node ${OLDEST_NODE} or newer`) })
})

it('is not packed from the checkout itself', async () => {
  const failure = await run(NPM, ['pack', '--dry-run'], { cwd: ROOT }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ stderr: expect.stringContaining('npm run package -- --npm') })
})
