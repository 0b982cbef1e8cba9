import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { createRemoveOutputs } from '../../../src/main/adapters/tools/remove-outputs.ts'

it('deletes files of its folder only, whatever an imported event names', async () => {
  const base = mkdtempSync(join(tmpdir(), 'ikigai-outputs-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const folder = join(base, 'tool-output')
  const [own, other, link, inner] = [
    join(folder, 'a.txt'),
    join(base, 'key'),
    join(folder, 'link'),
    join(folder, 'dir'),
  ]
  mkdirSync(inner, { recursive: true })
  for (const path of [own, other, join(inner, 'b')]) writeFileSync(path, 'secret')
  symlinkSync(other, link)
  const paths = [own, other, link, inner, folder, join(inner, 'b'), join(folder, '..', 'key'), 'tool-output/a.txt', '']
  const kept = await createRemoveOutputs(folder)([...paths, join(folder, 'missing.txt')])
  expect(kept).toEqual([inner])
  expect([own, link, other, join(inner, 'b')].map((path) => existsSync(path))).toEqual([false, false, true, true])
})
