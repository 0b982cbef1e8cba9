import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { afterEach, beforeEach, expect, it } from 'vitest'

const run = promisify(execFile)
const CHILD = fileURLToPath(new URL('../support/path-lock-child.ts', import.meta.url))
const TIMES = 40

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-path-locks-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it.each<readonly [what: string, files: readonly string[]]>([
  ['one file of two processes', ['a.txt', 'a.txt']],
  ['one file of four processes', ['a.txt', 'a.txt', 'a.txt', 'a.txt']],
  ['two files, each of two processes', ['a.txt', 'b.txt', 'a.txt', 'b.txt']],
])('no process loses what another one wrote: %s', async (_what, files) => {
  const names = [...new Set(files)]
  for (const name of names) await writeFile(join(folder, name), '0')
  const locks = join(folder, 'locks')
  await Promise.all(files.map((name) => run(process.execPath, [CHILD, locks, join(folder, name), String(TIMES)])))
  for (const name of names) {
    const writers = files.filter((each) => each === name).length
    expect([name, await readFile(join(folder, name), 'utf8')]).toEqual([name, String(writers * TIMES)])
  }
})
