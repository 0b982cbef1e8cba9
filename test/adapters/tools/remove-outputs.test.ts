import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { createRemoveOutputs } from '../../../src/main/adapters/tools/output-files.ts'

const OWN = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'

let base: string
let folder: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'ikigai-outputs-')))
  folder = join(base, 'tool-output')
  mkdirSync(folder)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const remove = (...paths: readonly string[]) => createRemoveOutputs(folder)(paths, new Set([OWN]))
const write = (...path: readonly string[]): string => {
  const at = join(base, ...path)
  writeFileSync(at, 'secret')
  return at
}

it('deletes the outputs of the agents, and says which could not be deleted', async () => {
  const own = [write('tool-output', `${OWN}-call_1.txt`), write('tool-output', `${OWN}-call_2.txt`)]
  const inner = join(folder, `${OWN}-folder`)
  mkdirSync(inner)
  expect(await remove(...own, inner, join(folder, `${OWN}-missing.txt`))).toEqual([inner])
  expect(own.filter((path) => existsSync(path))).toEqual([])
})

/** What an event of another program, or a row that was changed, can name. Each must be left alone. */
const FORGED: Readonly<Record<string, () => string>> = {
  'a file elsewhere': () => write('key'),
  'a file elsewhere that is called as an output': () => write(`${OWN}-call_1.txt`),
  'a file above the folder': () => (write(`${OWN}-key`), join(folder, '..', `${OWN}-key`)),
  'the output of another agent': () => write('tool-output', `${OTHER}-call_1.txt`),
  'an output of the same call of another agent': () => write('tool-output', `${OTHER}-${OWN}-call_1.txt`),
  'a text that is kept whole': () => write('tool-output', `whole-${OWN}-call_1.txt`),
  'the name of an agent in capitals': () => write('tool-output', `${OWN.replaceAll('1', 'A')}-call_1.txt`),
  'an agent whose id begins alike': () => write('tool-output', `${OWN}1-call_1.txt`),
  'a file of a folder in it': () => (mkdirSync(join(folder, 'in')), write('tool-output', 'in', `${OWN}-call_1.txt`)),
  'a link in the folder': () => {
    const link = join(folder, `${OWN}-link.txt`)
    symlinkSync(write('key'), link)
    return link
  },
  'a folder that became a link to another one': () => {
    mkdirSync(join(base, 'others'))
    const path = write('others', `${OWN}-call_1.txt`)
    symlinkSync(join(base, 'others'), join(folder, 'in'))
    return join(folder, 'in', path.slice(path.lastIndexOf('/') + 1))
  },
  'the folder itself': () => folder,
  'a name with a NUL character': () => `${join(folder, `${OWN}-a`)}\0.txt`,
  'an empty path': () => '',
}

it.each(Object.keys(FORGED))('leaves alone: %s', async (name) => {
  const path = FORGED[name]?.() ?? ''
  const existed = existsSync(path)
  expect(await remove(path)).toEqual([])
  expect(existsSync(path)).toBe(existed)
})

it('deletes through a data directory that is a link, and not after an output became one', async () => {
  const real = join(base, 'moved')
  renameSync(folder, real)
  symlinkSync(real, folder)
  const own = write('tool-output', `${OWN}-call_1.txt`)
  expect(await remove(own)).toEqual([])
  expect(existsSync(own)).toBe(false)
  const victim = write('victim')
  symlinkSync(victim, own)
  expect(await remove(own)).toEqual([])
  expect(existsSync(victim)).toBe(true)
})
