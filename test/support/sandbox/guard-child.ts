import { linkSync, renameSync, rmSync, watch, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { HiddenFiles } from '../../../src/main/adapters/tools/sandbox/hidden-files.ts'
import { ProtectionGuard } from '../../../src/main/adapters/tools/sandbox/protection-guard.ts'

/** Watches `.env` of a folder, replaces it in one of several ways, and prints whether there are watches, and what was said. */
const [folder = '', how = ''] = process.argv.slice(2)
const path = join(folder, '.env')
writeFileSync(path, 'old')

function watches(): boolean {
  try {
    watch(folder).close()
    return true
  } catch {
    return false
  }
}

const REPLACES: Readonly<Record<string, () => void>> = {
  renamed: () => {
    writeFileSync(`${path}~`, 'new')
    renameSync(`${path}~`, path)
  },
  removed: () => {
    writeFileSync(`${path}~`, 'new')
    rmSync(path)
    linkSync(`${path}~`, path)
  },
  'in place': () => writeFileSync(path, 'new'),
}

const view = {
  writable: [Buffer.from(folder)],
  hiddenOutside: [],
  shown: [],
  hidden: [{ path: Buffer.from(path), isFolder: false }],
  readOnly: [],
}
const guard = new ProtectionGuard(view, [folder], new HiddenFiles(null))
const end = (said: string): void => {
  writeSync(1, JSON.stringify({ watches: watches(), said }))
  process.exit()
}
guard.watch(end)
REPLACES[how]?.()
setTimeout(() => end('nothing'), 3_000)
