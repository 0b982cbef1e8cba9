import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

import { createCheckpoints } from '../../src/main/adapters/checkpoints/create-file-history.ts'
import { FolderStores } from '../../src/main/adapters/checkpoints/folder-stores.ts'
import { HiddenFiles, isHiddenInside } from '../../src/main/adapters/tools/sandbox/hidden-files.ts'
import type { Checkpoints } from '../../src/main/core/ports/checkpoint-ports.ts'

const run = promisify(execFile)

/** The environment that tests give to git: nothing of this machine's settings. */
export const GIT_ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@localhost',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@localhost',
}

export interface GitFolder {
  /** Temporary; it contains the two below. */
  readonly parent: string
  readonly folder: string
  readonly dataDirectory: string
  git(...args: readonly string[]): Promise<string>
  /** Git on what checkpoints store, with the objects of the repository. */
  stored(...args: readonly string[]): Promise<string>
  /** As `stored`, each byte as a character. */
  storedBytes(...args: readonly string[]): Promise<string>
  write(path: string, content: string | Uint8Array): Promise<void>
  read(path: string): Promise<string>
  /** All files except those of `.git`, with their contents; links as `-> TARGET`. */
  files(): Promise<Readonly<Record<string, string>>>
  checkpoints(options?: StoreOptions): Checkpoints
  stores(options?: StoreOptions): FolderStores
  remove(): Promise<void>
}

interface StoreOptions {
  readonly maxFileBytes?: number
  readonly path?: string
  readonly workspace?: string
}

/** Makes a temporary folder, with a repository in it unless `init` is false. */
export async function gitFolder({ init = true } = {}): Promise<GitFolder> {
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'ikigai-git-')))
  const folder = join(parent, 'project')
  const dataDirectory = join(parent, 'data')
  await mkdir(folder)
  await mkdir(dataDirectory)
  const git = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run('git', [...args], { cwd: folder, env: GIT_ENVIRONMENT, encoding: 'utf8' })
    return stdout
  }
  const storedIn =
    (encoding: 'utf8' | 'latin1') =>
    async (...args: readonly string[]): Promise<string> => {
      const env = {
        ...GIT_ENVIRONMENT,
        GIT_DIR: join(dataDirectory, 'checkpoints', 'objects', 'sha1'),
        GIT_ALTERNATE_OBJECT_DIRECTORIES: join(folder, '.git', 'objects'),
      }
      const { stdout } = await run('git', [...args], { cwd: parent, env, encoding })
      return stdout
    }
  const stores = ({ maxFileBytes = 5_000_000, path = GIT_ENVIRONMENT.PATH, ...more }: StoreOptions = {}) =>
    new FolderStores({
      dataDirectory,
      environment: { ...GIT_ENVIRONMENT, PATH: path },
      wideFolder: async () => null,
      isHidden: (path) => isHiddenInside(path, new HiddenFiles(null)),
      maxFileBytes: () => maxFileBytes,
      ...more,
    })
  if (init) await git('init', '--quiet', '--initial-branch=main')
  return {
    parent,
    folder,
    dataDirectory,
    git,
    stored: storedIn('utf8'),
    storedBytes: storedIn('latin1'),
    async write(path, content) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    files: () => filesIn(folder),
    checkpoints: (options) => createCheckpoints(stores(options)),
    stores,
    // An app that is still open may record a checkpoint in the repository at this moment.
    remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** All files below a folder except those of `.git`. */
export async function filesIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (name === '.git' || name.startsWith('.git/') || entry.isDirectory()) continue
    files[name] = entry.isSymbolicLink() ? `-> ${await readlink(path)}` : await readFile(path, 'latin1')
  }
  return files
}
