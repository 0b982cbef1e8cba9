import { conflicting } from '../../../shared/app-error.ts'
import type { ApprovedPush, PushedCommit } from '../../../shared/publishing.ts'
import { err, errorMessage, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { withoutAddressSecrets } from '../../../shared/remote-address.ts'
import { revisionProblem } from '../../../shared/revision-name.ts'
import type { LocalCommits, Pushing, RemoteBranchState } from '../../core/ports/publishing-ports.ts'
import { withPublishingAdvice } from './publishing-advice.ts'
import { type PublishingGit, textOf, withPublishingGit } from './publishing-git.ts'
import { type NamedRemote, remoteNames, remoteOf } from './remote-of.ts'

/** The most commits that are listed. */
const MAX_COMMITS = 100

const LOOK_AGAIN = 'Nothing was pushed. Look at what would be pushed again, and confirm that.'

/** Pushes commits with git. `environment`: that of the user, without keys of providers. */
export function createPushing(dataDirectory: string, environment: Readonly<Record<string, string>>): Pushing {
  const withGit = async <T>(folder: string, work: (git: PublishingGit) => Promise<Result<T>>): Promise<Result<T>> => {
    try {
      return await withPublishingGit(folder, dataDirectory, environment, work)
    } catch (error) {
      return refuse(`Git could not be used: ${errorMessage(error)}`)
    }
  }
  return {
    local: (folder) => withGit(folder, localCommits),
    remote: (folder, target) => withGit(folder, (git) => remoteCommits(git, target)),
    push: (folder, approved) => withGit(folder, (git) => push(git, approved)),
  }
}

async function localCommits(git: PublishingGit): Promise<Result<LocalCommits>> {
  const commit = await headOf(git)
  if (!commit.ok) return commit
  const branch = await textOf(git.inside(['symbolic-ref', '--quiet', '--short', 'HEAD'], [0, 1]))
  if (!branch.ok) return branch
  const remotes = await remoteNames(git)
  return mapOk(remotes, (names) => ({
    commit: commit.value,
    branch: branch.value === '' ? null : branch.value,
    remotes: names,
  }))
}

async function headOf({ inside }: PublishingGit): Promise<Result<string>> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', 'HEAD^{commit}']
  const found = await textOf(inside(args, [0, 1]))
  if (!found.ok) return found
  return found.value === '' ? refuse('The repository needs at least one commit. Make one with git first.') : found
}

async function remoteCommits(
  git: PublishingGit,
  { remote: name, branch, commit }: Parameters<Pushing['remote']>[1],
): Promise<Result<RemoteBranchState>> {
  const problem = await branchProblem(git, branch)
  if (problem !== null) return refuse(problem)
  const remote = await remoteOf(git, name)
  if (!remote.ok) return remote
  const heads = await headsOf(git, remote.value)
  if (!heads.ok) return heads
  const known = await knownCommits(git, [...new Set(heads.value.ids.values())])
  if (!known.ok) return known
  const replaces = heads.value.ids.get(branch) ?? null
  const brought = await commitsWithout(git, commit, known.value)
  if (!brought.ok) return brought
  const isAhead = await hasAll(git, commit, replaces, known.value)
  return mapOk(isAhead, (ahead) => ({
    address: remote.value.address,
    replaces,
    base: heads.value.first,
    ...brought.value,
    isAhead: ahead,
  }))
}

/** A branch is given to git as a part of `refs/heads/`, so it cannot be an option; git says whether it is a name. */
async function branchProblem({ outside }: PublishingGit, branch: string): Promise<string | null> {
  const problem = revisionProblem(branch)
  if (problem !== null) return problem
  const checked = await outside(['check-ref-format', `refs/heads/${branch}`])
  return checked.ok ? null : `${JSON.stringify(branch)} is no name of a branch.`
}

interface RemoteHeads {
  /** Commits by branch. */
  readonly ids: ReadonlyMap<string, string>
  readonly first: string | null
}

async function headsOf({ outside }: PublishingGit, { name, serving }: NamedRemote): Promise<Result<RemoteHeads>> {
  const args = ['ls-remote', '--symref', ...serving('upload-pack'), name, 'HEAD', 'refs/heads/*']
  const listed = await outside(args)
  if (!listed.ok) return refuse(withPublishingAdvice(listed.error.message))
  return mapOk(listed, ({ stdout }) => {
    const lines = stdout.toString().split('\n')
    const first = lines.flatMap((line) => /^ref: refs\/heads\/(.+)\tHEAD$/.exec(line)?.[1] ?? [])[0] ?? null
    const ids = lines.flatMap((line) => {
      const parts = /^(?<id>[0-9a-f]{40,64})\trefs\/heads\/(?<branch>.+)$/.exec(line)?.groups
      return parts === undefined ? [] : [[parts['branch'] ?? '', parts['id'] ?? ''] as const]
    })
    return { ids: new Map(ids), first }
  })
}

async function knownCommits({ outside }: PublishingGit, ids: readonly string[]): Promise<Result<ReadonlySet<string>>> {
  const known = new Set<string>()
  for (const id of ids) {
    const found = await outside(['cat-file', '-e', `${id}^{commit}`], [0, 1, 128])
    if (!found.ok) return found
    if (found.value.code === 0) known.add(id)
  }
  return ok(known)
}

async function commitsWithout(
  { outside }: PublishingGit,
  commit: string,
  known: ReadonlySet<string>,
): Promise<Result<{ readonly commits: readonly PushedCommit[]; readonly more: number }>> {
  const range = [commit, '--not', ...known]
  const counted = await textOf(outside(['rev-list', '--count', ...range]))
  if (!counted.ok) return counted
  const format = ['--no-show-signature', '--no-color', '-z', '--format=%H%x09%s', `--max-count=${MAX_COMMITS}`]
  return mapOk(await outside(['log', ...format, ...range]), ({ stdout }) => {
    const commits = stdout
      .toString()
      .split('\0')
      .flatMap((line) => {
        const [id = '', ...subject] = line.split('\t')
        return id === '' ? [] : [{ id, subject: subject.join('\t') }]
      })
    return { commits, more: Math.max(0, Number(counted.value) - commits.length) }
  })
}

async function hasAll(
  { outside }: PublishingGit,
  commit: string,
  replaces: string | null,
  known: ReadonlySet<string>,
): Promise<Result<boolean>> {
  if (replaces === null) return ok(true)
  if (!known.has(replaces)) return ok(false)
  return mapOk(await outside(['merge-base', '--is-ancestor', replaces, commit], [0, 1]), ({ code }) => code === 0)
}

/** The lease is given in every case: the branch is only changed if it still has what the user saw. */
async function push(git: PublishingGit, approved: ApprovedPush): Promise<Result<null>> {
  const { remote: name, url, branch, commit, replaces, force } = approved
  const problem = await branchProblem(git, branch)
  if (problem !== null) return refuse(problem)
  const head = await headOf(git)
  if (!head.ok) return head
  if (head.value !== commit)
    return err(conflicting(`The folder is at another commit now (${head.value.slice(0, 8)}). ${LOOK_AGAIN}`))
  const remote = await remoteOf(git, name)
  if (!remote.ok) return remote
  if (remote.value.address.shown !== url) {
    return err(conflicting(`The remote ${name} has another address now (${remote.value.address.shown}). ${LOOK_AGAIN}`))
  }
  const heads = await headsOf(git, remote.value)
  if (!heads.ok) return heads
  const now = heads.value.ids.get(branch) ?? null
  if (now !== replaces) {
    return err(
      conflicting(
        `${branch} has ${now === null ? 'been removed' : `other commits (${now.slice(0, 8)})`} at the remote now. ${LOOK_AGAIN}`,
      ),
    )
  }
  const known = await knownCommits(git, now === null ? [] : [now])
  if (!known.ok) return known
  const isAhead = await hasAll(git, commit, now, known.value)
  if (!isAhead.ok) return isAhead
  if (!isAhead.value && !force) {
    return err(
      conflicting(
        `${branch} has commits at the remote that are not in this branch. Nothing was pushed. ` +
          'Merge them with git first, or replace them: with `--force-with-lease`.',
      ),
    )
  }
  const lease = `--force-with-lease=refs/heads/${branch}:${replaces ?? ''}`
  const args = [
    'push',
    '--porcelain',
    '--no-verify',
    '--no-follow-tags',
    lease,
    ...remote.value.serving('receive-pack'),
  ]
  // With 1 git says on stdout why the branch was not changed.
  const done = await git.outside([...args, remote.value.name, `${commit}:refs/heads/${branch}`], [0, 1])
  if (!done.ok) return refuse(withPublishingAdvice(done.error.message))
  const { code, stdout, stderr } = done.value
  if (code === 0) return ok(null)
  const reasons = stdout
    .toString()
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.replaceAll('\t', ' ')] : []))
  const said = withoutAddressSecrets([stderr.trim(), ...reasons].join('\n').slice(0, 2_000))
  return refuse(withPublishingAdvice(`git push failed: ${said}`))
}
