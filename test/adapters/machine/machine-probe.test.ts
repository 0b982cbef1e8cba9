import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createMachineProbe } from '../../../src/main/adapters/machine/machine-probe.ts'
import type { Sandbox } from '../../../src/main/core/ports/sandbox-ports.ts'
import { refuse } from '../../../src/shared/result.ts'

let folder: string
let asked: (readonly string[])[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ikigai-machine-'))
  asked = []
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

function probe() {
  const sandbox: Sandbox = {
    problem: async (folders) => {
      asked.push(folders)
      return null
    },
    confine: async () => refuse('Nothing is confined here.'),
  }
  return createMachineProbe({ dataDirectory: join(folder, 'not', 'made'), sandbox, programFolders: [folder] })
}

it('takes a folder that exists or can be made, and makes none', async () => {
  expect(await probe().folderProblem(folder)).toBeNull()
  expect(await probe().folderProblem(join(folder, 'a', 'b'))).toBeNull()
  writeFileSync(join(folder, 'file'), '')
  expect(await probe().folderProblem(join(folder, 'file', 'b'))).toContain('is a file')
  expect(readdirSync(folder)).toEqual(['file'])
})

it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'says where nothing can be written (skipped for root, who can write everywhere)',
  async () => {
    chmodSync(folder, 0o500)
    expect(await probe().folderProblem(join(folder, 'a'))).toBe(`you may not write in ${folder}`)
  },
)

it('measures the disk of a data directory that does not exist yet', async () => {
  expect(await probe().freeBytes()).toBeGreaterThan(0)
})

it('asks the sandbox about a folder only if it exists, because one that is made later can be a project', async () => {
  mkdirSync(join(folder, 'work'))
  for (const name of ['work', 'later']) await probe().sandboxProblem(join(folder, name))
  expect(asked).toEqual([[join(folder, 'work')], []])
})

it.runIf(process.platform === 'linux').each([
  ['apt', 'apt install bubblewrap'],
  ['dnf', 'dnf install bubblewrap'],
  ['pacman', 'pacman -S bubblewrap'],
  ['zypper', 'zypper install bubblewrap'],
  ['apk', 'apk add bubblewrap'],
])('names the command of a system that has %s', (program, command) => {
  expect(probe().installCommand('bubblewrap')).toBeNull()
  writeFileSync(join(folder, program), '')
  const asRoot = process.getuid?.() === 0 ? '' : 'sudo '
  expect(probe().installCommand('bubblewrap')).toBe(`${asRoot}${command}`)
})
