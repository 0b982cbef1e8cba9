import { lstat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

import type { AgentBranches, ComparedCommits } from '../../../shared/file-changes.ts'
import { errorMessage, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { revisionProblem } from '../../../shared/revision-name.ts'
import type { FoundRange, Revisions } from '../../core/ports/checkpoint-ports.ts'
import { findRepository, headCommit, type Repository } from './find-repository.ts'
import { gitEnvironment, type GitOutput, nulSeparated, runGit } from './run-git.ts'

type Environment = Readonly<Record<string, string>>
type Run = (args: readonly string[], accepted?: readonly number[]) => Promise<Result<GitOutput>>

/** The most commits that are listed. */
const MAX_COMMITS = 100
/** The most branches that are listed. */
const MAX_BRANCHES = 200

/** Reads commits and branches with git, which runs no program that the repository names and fetches nothing. */
export function createRevisions(environment: Environment): Revisions {
  return {
    range: (folder, names) => inRepository(folder, environment, (git) => rangeOf(git, names)),
    branches: (folder) => inRepository(folder, environment, branchesOf),
  }
}

interface OpenGit {
  readonly repository: Repository
  readonly environment: Environment
  readonly run: Run
  /** The folder from the top of the repository, with `/`; empty: the top itself. */
  readonly prefix: string
}

async function inRepository<T>(
  folder: string,
  environment: Environment,
  work: (git: OpenGit) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    const repository = await findRepository(folder)
    if (repository === null) return refuse(`${folder} is not in a git repository, so there is no base to compare with.`)
    const { gitDirectory, top } = repository
    const env = { ...gitEnvironment(environment), GIT_DIR: gitDirectory, GIT_WORK_TREE: top }
    const run: Run = (args, accepted = [0]) => runGit({ args, cwd: top, env, accepted })
    return await work({ repository, environment, run, prefix: relative(top, folder).split(sep).join('/') })
  } catch (error) {
    return refuse(`The commits cannot be read: ${errorMessage(error)}`)
  }
}

async function rangeOf(
  git: OpenGit,
  { from, to, mergeBase }: Parameters<Revisions['range']>[1],
): Promise<Result<FoundRange>> {
  const { repository, environment } = git
  const problem = [from, to ?? 'HEAD'].map(revisionProblem).find((each) => each !== null)
  if (problem !== undefined) return refuse(problem)
  const first = await headCommit(repository, environment, from)
  if (!first.ok) return first
  const last = await headCommit(repository, environment, to ?? 'HEAD')
  if (!last.ok) return last
  const isFromBase = to === undefined || mergeBase === true
  const begin = isFromBase ? await commonCommit(git, first.value, last.value, from, to ?? 'HEAD') : first
  if (!begin.ok) return begin
  const between = await commitsBetween(git, begin.value, last.value)
  if (!between.ok) return between
  const absent = to === undefined ? await absentFiles(git) : ok([])
  return mapOk(absent, (paths) => ({
    compared: { from: begin.value, to: to === undefined ? null : last.value, ...between.value },
    absent: paths,
  }))
}

async function commonCommit(
  { run, repository }: OpenGit,
  first: string,
  last: string,
  from: string,
  to: string,
): Promise<Result<string>> {
  const found = await run(['merge-base', first, last], [0, 1])
  if (!found.ok) return found
  const id = found.value.stdout.toString().trim()
  if (id !== '') return ok(id)
  const isShallow = (await lstat(join(repository.commonDirectory, 'shallow')).catch(() => null)) !== null
  return refuse(
    isShallow
      ? `The history of this repository is cut off (a shallow clone), and in what is there ${from} and ${to} have no commit ` +
          'in common. Fetch the rest with `git fetch --unshallow`.'
      : `${from} and ${to} have no commit in common. Compare two commits directly: \`${from}..${to}\`.`,
  )
}

async function commitsBetween(
  { run }: OpenGit,
  from: string,
  to: string,
): Promise<Result<{ readonly commits: ComparedCommits['commits']; readonly more: number }>> {
  const counted = await run(['rev-list', '--count', `${from}..${to}`])
  if (!counted.ok) return counted
  const format = ['--no-show-signature', '--no-color', '-z', '--format=%H%x09%s', `--max-count=${MAX_COMMITS}`]
  const logged = await run(['log', ...format, `${from}..${to}`])
  return mapOk(logged, ({ stdout }) => {
    const lines = stdout.toString().split('\0')
    const commits = lines.flatMap((line) => {
      const [id = '', ...subject] = line.split('\t')
      return id === '' ? [] : [{ id, subject: subject.join('\t') }]
    })
    return { commits, more: Math.max(0, Number(counted.value.stdout.toString()) - commits.length) }
  })
}

/** Files outside of a sparse checkout: `git ls-files -v` writes S or s before them. */
async function absentFiles({ run, prefix }: OpenGit): Promise<Result<readonly string[]>> {
  const listed = await run(['ls-files', '-z', '-v'])
  return mapOk(listed, ({ stdout }) =>
    nulSeparated(stdout).flatMap((entry) => {
      const path = entry.slice(2)
      if (!/^[Ss] /.test(entry) || (prefix !== '' && !path.startsWith(`${prefix}/`))) return []
      return [prefix === '' ? path : path.slice(prefix.length + 1)]
    }),
  )
}

async function branchesOf({ run }: OpenGit): Promise<Result<AgentBranches>> {
  const head = await run(['symbolic-ref', '--quiet', '--short', 'HEAD'], [0, 1])
  if (!head.ok) return head
  const refs = ['refs/heads', 'refs/remotes']
  const format = '--format=%(refname:short)%09%(symref:short)'
  const listed = await run(['for-each-ref', '--sort=-committerdate', `--count=${MAX_BRANCHES}`, format, ...refs])
  return mapOk(listed, ({ stdout }) => {
    const lines = stdout
      .toString()
      .split('\n')
      .filter((line) => line !== '')
    const found = lines.map((line) => line.split('\t'))
    const names = found.flatMap(([name = '', target = '']) => (target === '' ? [name] : []))
    // `refs/remotes/origin/HEAD` names the branch that the remote itself shows first.
    const shownFirst = found.find(([, target = '']) => target !== '')?.[1]
    const current = head.value.stdout.toString().trim()
    const suggested = [shownFirst, 'main', 'master', 'trunk'].find((name) => name !== undefined && names.includes(name))
    return { current: current === '' ? null : current, suggested: suggested ?? null, names }
  })
}
