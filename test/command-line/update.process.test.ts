import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import packageJson from '../../package.json' with { type: 'json' }
import { makeWorkspace, runIkigai, type Workspace } from '../support/run-ikigai.ts'

let workspace: Workspace
let published = packageJson.version
let requests = 0
let asked: string | undefined
const server = createServer(({ url }, response) => {
  requests += 1
  asked = url
  response.end(JSON.stringify({ version: published }))
})
beforeEach(async () => {
  workspace = await makeWorkspace({}, { isNew: true })
  requests = 0
})
afterEach(() => workspace.remove())

async function configure(registry: string | null, updates = 'stable'): Promise<void> {
  const folder = join(workspace.directory, 'config')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'config.json'), JSON.stringify({ update_registry: registry, updates }), { mode: 0o600 })
}

const update = (...args: readonly string[]) => runIkigai(['update', ...args], workspace.environment)

it('names the command that installs a newer version, and installs nothing', async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const registry = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  await configure(registry)

  expect(await update()).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('update --check') })
  expect(requests).toBe(0)
  const newest = `ikigai ${packageJson.version} is the newest version.\n`
  expect(await update('--check')).toMatchObject({ code: 0, stdout: newest, stderr: '' })
  published = '99.1.2'
  const { stdout } = await update('--check')
  expect(stdout).toMatch(/^ikigai 99\.1\.2 is newer than this one, .*\. Run: npm install -g ikigai@99\.1\.2\n$/)
  expect(JSON.parse((await update('--check', '--json')).stdout)).toEqual({
    version: packageJson.version,
    newest: '99.1.2',
    command: 'npm install -g ikigai@99.1.2',
  })
  expect(asked).toBe('/ikigai/latest')
  published = '99.2.0-preview.1'
  await configure(registry, 'preview')
  expect((await update('--check')).stdout).toContain('Run: npm install -g ikigai@99.2.0-preview.1')
  expect(asked).toBe('/ikigai/preview')
  requests = 0
  await configure(registry, 'off')
  expect(await update('--check')).toMatchObject({ code: 1, stderr: expect.stringContaining('is switched off') })
  await configure(null)
  const off = { code: 1, stdout: '', stderr: expect.stringContaining('update_registry in config.json is null') }
  expect(await update('--check')).toMatchObject(off)
  expect(requests).toBe(0)
  server.close()
})

it('prints what is new in at most ten lines', async () => {
  const { code, stdout } = await update('--news')
  const [title, ...lines] = stdout.trimEnd().split('\n')
  expect([code, title]).toEqual([0, `What is new in ikigai ${packageJson.version}:`])
  expect(lines.length).toBe(10)
  expect(JSON.parse((await update('--news', '--json')).stdout)).toEqual({
    version: packageJson.version,
    lines: lines.map((line) => line.replace('- ', '')),
  })
})
