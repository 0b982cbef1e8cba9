import { lstat, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'

import type { CommitBase, CommitRequest, Commits } from '../../core/ports/publishing-ports.ts'
import { errorMessage, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { ATTRIBUTES, committedFiles } from './committed-files.ts'
import { findRepository, headCommit, type Repository } from './find-repository.ts'
import { isSafePath } from './safe-path.ts'
import { filtersOff, type GitOutput, gitEnvironment, nulSeparated, runGit } from './run-git.ts'

type Environment = Readonly<Record<string, string>>

/** Files of the git directory that are there while an operation of the user is not finished. */
const UNFINISHED = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply']

/** Creates commits with git's own building blocks, which run no hook, no filter and no signing program. */
export function createCommits(environment: Environment): Commits {
  return {
    base: (folder, paths, { takesStaged = false } = {}) =>
      caught(() => baseOf(folder, { paths, takesStaged }, environment)),
    commit: (request) => caught(() => commit(request, environment)),
  }
}

async function caught<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (error) {
    return refuse(`The commit failed: ${errorMessage(error)}`)
  }
}

async function baseOf(
  folder: string,
  { paths, takesStaged }: { readonly paths: readonly string[]; readonly takesStaged: boolean },
  environment: Environment,
): Promise<Result<CommitBase>> {
  const git = await openRepository(folder, environment)
  if (!git.ok) return git
  const { repository, run, inTop } = git.value
  const unfinished = await Promise.all(
    UNFINISHED.map(async (name) => lstat(join(repository.gitDirectory, name)).catch(() => null)),
  )
  if (unfinished.some((each) => each !== null)) return refuse('Finish the merge or rebase in this repository first.')
  const author = await personOf(repository, environment)
  if (!author.ok) return author
  const commit = await headCommit(repository, environment)
  if (!commit.ok) return commit
  const options = ['--cached', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=all']
  const staged = await run(['diff-index', ...options, commit.value])
  if (!staged.ok) return staged
  const stagedPaths = new Set(nulSeparated(staged.value.stdout))
  const both = takesStaged ? [] : paths.filter((path) => stagedPaths.has(inTop(path)))
  if (both.length > 0) return refuse(`Nothing was written. Commit or unstage ${both.join(', ')} first.`)
  const tree = await run(['ls-tree', '-r', '-z', '--full-tree', commit.value])
  if (!tree.ok) return tree
  const shown = paths.map((path) => `${inTop(path)}\0`).join('')
  const attributes = await run(['check-attr', '-z', '--stdin', ...ATTRIBUTES], shown)
  return mapOk(attributes, ({ stdout }) => ({
    commit: commit.value,
    files: committedFiles(paths.map(inTop), {
      tree: tree.value.stdout,
      attributes: stdout,
      autocrlf: author.value.autocrlf,
    }),
  }))
}

async function commit(request: CommitRequest, environment: Environment): Promise<Result<string>> {
  const git = await openRepository(request.folder, environment)
  if (!git.ok) return git
  const { repository, run } = git.value
  const unsafe = request.files.find(({ path }) => !isSafePath(path))
  if (unsafe !== undefined) return refuse(`${unsafe.path} is not a file of the folder.`)
  const author = await personOf(repository, environment)
  if (!author.ok) return author
  const directory = await mkdtemp(join(tmpdir(), 'ikigai-commit-'))
  try {
    const entries = await newEntries(request, git.value, directory)
    if (!entries.ok) return entries
    const own = { ...author.value.env, GIT_INDEX_FILE: join(directory, 'index') }
    const made = await madeCommit(request, entries.value, (args, input) => run(args, input, own))
    return made.ok ? await moveHead(made.value, request, entries.value, git.value) : made
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** `run` uses an index of its own. */
async function madeCommit({ parent, message }: CommitRequest, entries: string, run: Run): Promise<Result<string>> {
  const read = await run(['read-tree', parent])
  if (!read.ok) return read
  const added = await run(UPDATE, entries)
  if (!added.ok) return added
  const tree = await run(['write-tree'])
  if (!tree.ok) return tree
  return mapOk(await run(['commit-tree', textOf(tree.value), '-p', parent, '-F', '-'], message), textOf)
}

/** First the index: if the process ends in between, the files are staged, and nothing is lost. */
async function moveHead(
  id: string,
  { parent, files }: CommitRequest,
  entries: string,
  { run, inTop }: OpenedRepository,
): Promise<Result<string>> {
  const paths = files.map(({ path }) => inTop(path))
  const before = await entriesAt(parent, paths, run)
  if (!before.ok) return before
  const staged = await run(UPDATE, entries)
  if (!staged.ok) return staged
  const moved = await run(['update-ref', '-m', 'commit: apply changes of an agent', 'HEAD', id, parent])
  if (!moved.ok) await run(UPDATE, before.value)
  return mapOk(moved, () => id)
}

const UPDATE = ['update-index', '-z', '--index-info']
const MODES = { file: '100644', executable: '100755', link: '120000' } as const

type Run = (args: readonly string[], input?: string, extra?: Environment) => Promise<Result<GitOutput>>

interface OpenedRepository {
  readonly repository: Repository
  readonly run: Run
  /** A path of the folder as a path from the top of the repository. */
  readonly inTop: (path: string) => string
}

/**
 * Stores the contents, and returns the entries for `update-index`: removals first, because a file may become a folder.
 * `directory` is for files of this call.
 */
async function newEntries(
  { parent, files }: CommitRequest,
  { run, inTop }: OpenedRepository,
  directory: string,
): Promise<Result<string>> {
  const written = files.flatMap(({ path, wanted }) => (wanted === null ? [] : [{ path, wanted }]))
  const names = written.map((_, index) => join(directory, String(index)))
  for (const [index, { wanted }] of written.entries()) await writeFile(names[index] ?? '', wanted.content)
  const stored = await run(
    ['hash-object', '-w', '--no-filters', '--stdin-paths'],
    names.map((name) => `${name}\n`).join(''),
  )
  return mapOk(stored, (output) => {
    const hashes = textOf(output).split('\n')
    const removed = files.flatMap(({ path, wanted }) => (wanted === null ? [removal(inTop(path), parent)] : []))
    const added = written.map(({ path, wanted }, index) => `${MODES[wanted.mode]} ${hashes[index]}\t${inTop(path)}\0`)
    return [...removed, ...added].join('')
  })
}

/** Returns the entries of some files as a commit has them. */
async function entriesAt(commit: string, paths: readonly string[], run: Run): Promise<Result<string>> {
  const tree = await run(['ls-tree', '-r', '-z', '--full-tree', commit])
  return mapOk(tree, ({ stdout }) => {
    const lines = new Map(nulSeparated(stdout).map((line) => [line.slice(line.indexOf('\t') + 1), line]))
    const known = paths.flatMap((path) => lines.get(path) ?? []).map((line) => `${line}\0`)
    const added = paths.filter((path) => !lines.has(path)).map((path) => removal(path, commit))
    return [...added, ...known].join('')
  })
}

/** `like`: an id of the repository, which shows how long they are. */
function removal(path: string, like: string): string {
  return `0 ${'0'.repeat(like.length)}\t${path}\0`
}

/** Git in the repository of a folder. REFUSED outside one. */
async function openRepository(folder: string, environment: Environment): Promise<Result<OpenedRepository>> {
  const repository = await findRepository(folder)
  if (repository === null) return refuse(`${folder} is not in a git repository, so nothing can be committed.`)
  const { gitDirectory, top } = repository
  const prefix = relative(top, folder).split(sep).join('/')
  const own = { ...gitEnvironment(environment), GIT_DIR: gitDirectory, GIT_WORK_TREE: top }
  const quiet = await filtersOff(top, own)
  if (!quiet.ok) return quiet
  const env = quiet.value
  const run: Run = (args, input = '', extra = {}) => runGit({ args, cwd: top, env: { ...env, ...extra }, input })
  return ok({ repository, run, inTop: (path: string) => (prefix === '' ? path : `${prefix}/${path}`) })
}

/** The user's name and address, from the settings of the repository and of the user. Reading them runs no program. */
async function personOf({ gitDirectory, top }: Repository, environment: Environment) {
  const { GIT_CONFIG_GLOBAL: _, GIT_CONFIG_NOSYSTEM: __, ...env } = gitEnvironment(environment)
  const pattern = String.raw`^(user\.(name|email)|core\.autocrlf)$`
  const args = ['config', '-z', '--get-regexp', pattern]
  const found = await runGit({ args, cwd: top, env: { ...env, GIT_DIR: gitDirectory }, accepted: [0, 1] })
  if (!found.ok) return found
  // Each is `KEY\nVALUE`; the last one counts.
  const values = new Map(nulSeparated(found.value.stdout).map((line) => [line.split('\n')[0], afterLine(line)]))
  const [name, email] = [values.get('user.name'), values.get('user.email')]
  if (name === undefined || email === undefined || name === '' || email === '') {
    return refuse('Git does not know your name. Set user.name and user.email with `git config` first.')
  }
  const names = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email }
  return ok({ autocrlf: values.get('core.autocrlf'), env: names })
}

function afterLine(line: string): string {
  const end = line.indexOf('\n')
  return end === -1 ? '' : line.slice(end + 1)
}

function textOf({ stdout }: GitOutput): string {
  return stdout.toString().trim()
}
