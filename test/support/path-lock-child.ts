import { readFile, writeFile } from 'node:fs/promises'

import { withPathLock } from '../../src/main/adapters/path-lock.ts'

const [folder = '', path = '', times = '0'] = process.argv.slice(2)

/** Adds 1 to the number in a file as often as it is told, as every tool that edits a file does: read, then write. */
for (let time = 0; time < Number(times); time += 1) {
  const problem = await withPathLock<string | null>(
    folder,
    path,
    async () => {
      await writeFile(path, String(Number(await readFile(path, 'utf8')) + 1))
      return null
    },
    (message) => message,
  )
  if (problem !== null) throw new Error(problem)
}
