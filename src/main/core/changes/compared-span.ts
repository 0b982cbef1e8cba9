import type { ChangeDependencies } from './change-dependencies.ts'
import type { ChangeScope, ComparedCommits, ReviewScope } from '../../../shared/file-changes.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import type { SavedFolder } from '../ports/checkpoint-ports.ts'
import type { ChangeSpan } from './change-spans.ts'

/** What differs between two commits, or between a commit and the files of a folder. */
export interface ComparedSpan extends ChangeSpan {
  /** Whether nothing can be said about a path: the state of the folder does not contain it. */
  readonly isLeftOut: (path: string) => boolean
}

/** Returns what a folder or a commit has since another commit (docs/behaviour/changes.md#base-and-range). */
export async function comparedSpan(
  agentId: AgentId,
  folder: string,
  scope: Exclude<ReviewScope, ChangeScope>,
  { checkpoints, revisions }: ChangeDependencies,
): Promise<Result<{ readonly span: ComparedSpan; readonly compared: ComparedCommits }>> {
  const isBase = scope.type === 'base'
  const found = await revisions.range(folder, isBase ? { from: scope.base } : scope)
  if (!found.ok) return found
  const { compared, absent } = found.value
  // Also for two commits: it makes the store that reads them.
  const saved = await checkpoints.save({ agentId, folder, touched: [] })
  if (!saved.ok) return saved
  const { place, id, skipped } = saved.value
  if (place.store !== 'git')
    return refuse(`The states of ${folder} are not stored with git, so there is no comparison.`)
  const isLeftOut = isBase ? leftOutOf(saved.value, absent) : () => false
  const states = { before: compared.from, after: compared.to ?? id, skipped: isBase ? skipped : [] }
  return ok({ span: { ...NOBODY, place, ...states, isLeftOut }, compared })
}

/** Nothing is said about who changed a file. */
const NOBODY = {
  own: { named: new Set<string>(), more: true },
  unsure: { named: new Set<string>(), more: false },
  claimed: new Map(),
  outside: new Set<string>(),
  named: [],
  runs: [],
  shared: false,
}

/** A repository inside the folder, such as a submodule, is left out with all its files. */
function leftOutOf({ skipped }: SavedFolder, absent: readonly string[]): (path: string) => boolean {
  const paths = new Set([...skipped.map(({ path }) => path.replace(/\/$/, '')), ...absent])
  return (path) => {
    const parts = path.split('/')
    return parts.some((_, index) => paths.has(parts.slice(0, index + 1).join('/')))
  }
}
