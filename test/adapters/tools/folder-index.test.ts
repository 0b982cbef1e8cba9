import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type BytePath, isAtOrIn } from '../../../src/main/adapters/tools/sandbox/byte-paths.ts'
import { findEntries } from '../../../src/main/adapters/tools/sandbox/find-protected.ts'
import { FolderIndex } from '../../../src/main/adapters/tools/sandbox/folder-index.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const NAMES = ['.env*', '.git', '.ssh']
const BELOW = ['a', 'b', 'node_modules', '.git', '.env', '.env.local', 'x.txt', 'café', '.ssh']
const SEED = Number(process.env['IKIGAI_INDEX_SEED'] ?? Date.now() % 1_000_000)

let room: string
let folder: string
beforeEach(() => {
  room = realpathSync(mkdtempSync(join(tmpdir(), 'ikigai-index-')))
  folder = join(room, 'folder')
  mkdirSync(folder)
})
afterEach(() => {
  execFileSync('chmod', ['-R', 'u+rwX', room])
  rmSync(room, { recursive: true, force: true })
})

const sorted = (paths: readonly BytePath[]): readonly string[] =>
  [...new Set(paths.map((path) => path.toString('latin1')))].toSorted()

async function differences(index: FolderIndex, inodes: readonly bigint[]) {
  const found = await index.search(folder, inodes)
  const expected = await findEntries([folder], { names: NAMES, inodes })
  return [readableIn(found), readableIn(expected)]
}

/** A folder that cannot be searched is hidden as a whole: what else is known of its content does not matter. */
function readableIn({ paths, unreadable }: Awaited<ReturnType<typeof findEntries>>) {
  const isBelow = (path: BytePath): boolean => unreadable.some((above) => !path.equals(above) && isAtOrIn(above, path))
  return [sorted(paths.filter((path) => !isBelow(path))), sorted(unreadable.filter((path) => !isBelow(path)))]
}

/** Waits until the clock of ctimes has gone on. */
function nextTick(): void {
  const probe = join(room, 'probe')
  writeFileSync(probe, '')
  const begun = lstatSync(probe, { bigint: true }).ctimeNs
  while (lstatSync(probe, { bigint: true }).ctimeNs === begun) chmodSync(probe, 0o600)
}

/** One random change of the tree; what is not possible changes nothing. */
function change(random: () => number): void {
  const any = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
  const some = (): string => {
    const depth = 1 + Math.floor(random() * 4)
    return join(folder, ...Array.from({ length: depth }, () => BELOW[Math.floor(random() * BELOW.length)] ?? 'a'))
  }
  const [path, other] = [some(), some()]
  const acts: readonly [() => void, ...(() => void)[]] = [
    () => mkdirSync(path, { recursive: true }),
    () => mkdirSync(path, { recursive: true }),
    () => writeFileSync(path, 'x'),
    () => renameSync(path, other),
    () => renameSync(path, join(room, 'outside')),
    () => renameSync(join(room, 'outside'), path),
    () => symlinkSync(other, path),
    () => linkSync(path, other),
    () => rmSync(path, { recursive: true }),
    () => chmodSync(path, any([0, 0o100, 0o400, 0o500, 0o700, 0o700, 0o700])),
    () => chmodSync(join(folder, 'a'), 0o700),
    () => {
      renameSync(path, other)
      symlinkSync(other, path)
    },
    () => {
      renameSync(path, join(room, 'swap'))
      renameSync(other, path)
      renameSync(join(room, 'swap'), other)
    },
    () => mkdirSync(Buffer.concat([Buffer.from(`${dirname(path)}/w`), Buffer.from([0xff])])),
    () => writeFileSync(Buffer.concat([Buffer.from(`${dirname(path)}/.env`), Buffer.from([0xfe])]), 'x'),
  ]
  try {
    any(acts)()
  } catch {
    // There was nothing, or something else, at one of the paths.
  }
}

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() === true

describe('an index of folders', () => {
  it(
    `finds after each random change what a search of everything finds (seed ${SEED})`,
    { timeout: 120_000 },
    async () => {
      const random = seededRandom(SEED)
      // Everything counts as settled, so that only what the ctimes say is read.
      const index = new FolderIndex(NAMES, () => Date.now() + 100_000)
      const inodes = new Set<bigint>()
      for (let step = 0; step < 400; step++) {
        for (let changes = Math.floor(random() * 3); changes >= 0; changes--) change(random)
        const hidden = join(folder, 'x.txt')
        if (random() < 0.05 && isFile(hidden)) inodes.add(lstatSync(hidden, { bigint: true }).ino)
        nextTick()
        const [found, expected] = await differences(index, [...inodes])
        expect([step, found]).toEqual([step, expected])
        nextTick()
      }
    },
  )

  it('finds what is made within one tick of the clock after a search', async () => {
    const index = new FolderIndex(NAMES)
    for (let step = 0; step < 200; step++) {
      mkdirSync(join(folder, `d${step % 7}`, `e${step}`), { recursive: true })
      await index.search(folder, [])
      writeFileSync(join(folder, `d${step % 7}`, `.env${step}`), 'x')
      const { paths } = await index.search(folder, [])
      expect(sorted(paths)).toContain(join(folder, `d${step % 7}`, `.env${step}`))
    }
  })

  it('searches everything for an inode that it was not asked for before', async () => {
    mkdirSync(join(folder, 'a/b'), { recursive: true })
    writeFileSync(join(folder, 'a/b/plain'), 'x')
    nextTick()
    const index = new FolderIndex(NAMES, () => Date.now() + 100_000)
    expect(sorted((await index.search(folder, [])).paths)).toEqual([])
    const { ino } = lstatSync(join(folder, 'a/b/plain'), { bigint: true })
    expect(sorted((await index.search(folder, [ino])).paths)).toEqual([join(folder, 'a/b/plain')])
  })

  it('answers searches at the same time with what is there after each was asked', async () => {
    const index = new FolderIndex(NAMES)
    const searches = Array.from({ length: 20 }, (_, step) => {
      writeFileSync(join(folder, `.env${step}`), 'x')
      return index.search(folder, [])
    })
    for (const [step, { paths }] of (await Promise.all(searches)).entries()) expect(paths.length).toBeGreaterThan(step)
  })

  it('says that the folder is gone, or finds nothing in it', async () => {
    const index = new FolderIndex(NAMES, () => Date.now() + 100_000)
    writeFileSync(join(folder, '.env'), 'x')
    await index.search(folder, [])
    rmSync(folder, { recursive: true })
    expect((await index.search(folder, [])).paths).toEqual([])
    mkdirSync(folder)
    writeFileSync(join(folder, '.env.new'), 'x')
    expect(sorted((await index.search(folder, [])).paths)).toEqual([join(folder, '.env.new')])
  })
})
