import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { createGzip } from 'node:zlib'

import { z } from 'zod'

import { packedFiles } from '../../../scripts/packed-files.ts'
import { ROOT } from '../../../scripts/project.ts'
import type { WindowFigure } from './window-figure.ts'

const MB = 1e6
const RENDERER = join(ROOT, 'out', 'renderer')

/** What is installed and downloaded of the app, as it is packaged, without Electron. */
export async function benchSize(): Promise<readonly WindowFigure[]> {
  const assets = (await filesIn(RENDERER)).filter((file) => extname(file) !== '.map')
  const folder = await mkdtemp(join(tmpdir(), 'ikigai-size-'))
  try {
    const resources = await packApp(folder)
    const installed = packedFiles(resources)
    const programs = installed.filter(({ unpacked }) => unpacked)
    const sum = (files: readonly { readonly size: number }[]) => files.reduce((bytes, { size }) => bytes + size, 0) / MB
    return [
      ...(await sizeOf('window: all its files', assets)),
      {
        what: 'package without Electron: installed',
        value: sum(installed),
        unit: 'MB',
        of: `${installed.length} files`,
      },
      { what: 'package without Electron: database, terminals, …', value: sum(programs), unit: 'MB', of: 'part of it' },
      { what: 'package without Electron: gzip', value: await compressed(await filesIn(resources)), unit: 'MB' },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** In a process of its own, because electron-builder writes to stdout. Resolves to the `resources` folder. */
async function packApp(folder: string): Promise<string> {
  const child = fork(new URL('pack-app.ts', import.meta.url), [folder], { stdio: ['ignore', 2, 2, 'ipc'] })
  const [told]: unknown[] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  return z.string().parse(told)
}

async function sizeOf(what: string, files: readonly string[]): Promise<readonly WindowFigure[]> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return [
    { what, value: bytes / MB, unit: 'MB', of: `${files.length} files` },
    { what: `${what}, gzip`, value: await compressed(files), unit: 'MB' },
  ]
}

/** MB of the files, each compressed by itself. */
async function compressed(files: readonly string[]): Promise<number> {
  let bytes = 0
  for (const file of files) {
    for await (const chunk of createReadStream(file).pipe(createGzip())) bytes += Buffer.from(chunk).length
  }
  return bytes / MB
}

/** Files of a folder and of those in it, without links. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
