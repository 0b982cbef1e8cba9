import type { ChangeDependencies } from './change-dependencies.ts'
import {
  type AgentBranches,
  type ChangeList,
  type FileChange,
  type FileState,
  isChangeScope,
  type ListedChange,
  type ReviewScope,
  type SinceChange,
  type ComparedCommits,
} from '../../../shared/file-changes.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { ReviewComment } from '../../../shared/review-comments.ts'
import type { FileDifference, FileVersion, WantedFile } from '../ports/checkpoint-ports.ts'
import { type ChangeSpan, changeSpans, checkpointsIn, unrecordedIn } from './change-spans.ts'
import { changedFile } from './checkpoint-event.ts'
import { type ComparedSpan, comparedSpan } from './compared-span.ts'
import { commentsPrompt } from './change-prompts.ts'
import { withOtherWriters } from './other-writers.ts'
import { shownPath } from './shown-path.ts'

/** What a review shows. */
interface Reviewed {
  readonly folder: string
  readonly spans: readonly (ChangeSpan | ComparedSpan)[]
  readonly about: { readonly unrecorded: readonly string[]; readonly compared?: ComparedCommits }
}

/** Lists changes in files and shows them: those that an agent made, or those since a commit. */
export class ReviewChanges {
  readonly #dependencies: ChangeDependencies

  constructor(dependencies: ChangeDependencies) {
    this.#dependencies = dependencies
  }

  async list(agentId: AgentId, scope: ReviewScope): Promise<Result<ChangeList>> {
    const reviewed = await this.#reviewed(agentId, scope)
    if (!reviewed.ok) return reviewed
    const { folder, spans, about } = reviewed.value
    const lists: (readonly ListedChange[])[] = []
    for (const span of spans) lists.push(await this.#listed(span))
    return ok({
      folder,
      files: lists.flat(),
      skipped: spans.flatMap(({ skipped }) => skipped),
      shared: spans.some(({ shared }) => shared),
      ...about,
    })
  }

  /** Returns the change of one file of a scope. */
  async file(agentId: AgentId, scope: ReviewScope, path: string): Promise<Result<FileChange>> {
    const { checkpoints, textChanges } = this.#dependencies
    const reviewed = await this.#reviewed(agentId, scope)
    if (!reviewed.ok) return reviewed
    for (const span of reviewed.value.spans) {
      const differences = await this.#differences(span)
      if (!differences.ok) return differences
      const found = differences.value.find((each) => shownPath(span, each.path) === path)
      if (found === undefined) continue
      const { before, after } = found
      const contents = await checkpoints.read(
        span.place,
        [before, after].filter((each) => each !== null),
      )
      if (!contents.ok) return contents
      const old = before === null ? null : (contents.value[0] ?? null)
      const now = after === null ? null : (contents.value.at(-1) ?? null)
      const isText = before?.mode !== 'link' && after?.mode !== 'link'
      const hunks = isText ? textChanges.hunks(old ?? EMPTY, now ?? EMPTY) : null
      const since = await this.#since(span, found, now ?? EMPTY)
      const sizes = { oldSize: old?.byteLength ?? null, newSize: now?.byteLength ?? null }
      return ok({ path, hunks, ...sizes, ...(since !== null && { since }) })
    }
    return refuse('No files were changed there.')
  }

  /** Returns the branches with which the agent's folder can be compared. */
  async branches(agentId: AgentId): Promise<Result<AgentBranches>> {
    const folder = await this.#dependencies.folderOf(agentId)
    return folder.ok ? this.#dependencies.revisions.branches(folder.value) : folder
  }

  /** Returns the prompt of comments on lines. */
  commentsPrompt(agentId: AgentId, comments: readonly ReviewComment[]): Promise<Result<string>> {
    return commentsPrompt(agentId, comments, this.#dependencies)
  }

  async #reviewed(agentId: AgentId, scope: ReviewScope): Promise<Result<Reviewed>> {
    const folder = await this.#dependencies.folderOf(agentId)
    if (!folder.ok) return folder
    if (!isChangeScope(scope)) {
      const found = await comparedSpan(agentId, folder.value, scope, this.#dependencies)
      return mapOk(found, ({ span, compared }) => {
        const about = { unrecorded: [], compared }
        return { folder: folder.value, spans: [span], about }
      })
    }
    const events = await this.#dependencies.search.checkpoints(agentId)
    if (!events.ok) return events
    const about = { unrecorded: unrecordedIn(events.value, scope) }
    const known = await withOtherWriters(agentId, checkpointsIn(events.value), this.#dependencies)
    return ok({ folder: folder.value, spans: changeSpans(known, scope), about })
  }

  async #differences(span: ChangeSpan | ComparedSpan): Promise<Result<readonly FileDifference[]>> {
    const differences = await this.#dependencies.checkpoints.difference(span.place, span.before, span.after)
    if (!('isLeftOut' in span)) return differences
    return mapOk(differences, (all) => all.filter(({ path }) => !span.isLeftOut(path)))
  }

  /** `left`: what the change left. Null: the file has not changed since, or cannot be read. */
  async #since({ place }: ChangeSpan, difference: FileDifference, left: Uint8Array): Promise<SinceChange | null> {
    const { checkpoints, textChanges } = this.#dependencies
    const read = await checkpoints.current(place, [difference.path])
    const current = read.ok ? (read.value[0] ?? null) : null
    if (!read.ok || this.#stateOf(difference, current) !== 'changed_since') return null
    const isText = current?.mode !== 'link' && difference.after?.mode !== 'link'
    const hunks = isText ? textChanges.hunks(left, current?.content ?? EMPTY) : null
    return { hunks, size: current?.content.byteLength ?? null }
  }

  async #listed(span: ChangeSpan | ComparedSpan): Promise<readonly ListedChange[]> {
    const differences = await this.#differences(span)
    // Without the contents, as when the data directory was moved without them, the events still name the files.
    if (!differences.ok) return namedFiles(span)
    const current = await this.#dependencies.checkpoints.current(
      span.place,
      differences.value.map(({ path }) => path),
    )
    return differences.value.map((difference, index) => ({
      ...changedFile(difference),
      path: shownPath(span, difference.path),
      contents: { before: contentOf(difference.before), after: contentOf(difference.after) },
      ...(current.ok && { state: this.#stateOf(difference, current.value[index] ?? null) }),
      ...changedBy(span, difference.path),
    }))
  }

  #stateOf({ before, after }: FileDifference, current: WantedFile | null): FileState {
    if (this.#isVersion(current, after)) return 'as_left'
    return this.#isVersion(current, before) ? 'undone' : 'changed_since'
  }

  #isVersion(file: WantedFile | null, version: FileVersion | null): boolean {
    return this.#dependencies.textChanges.isVersion(file, version)
  }
}

const EMPTY = new Uint8Array()

/** The files of a span whose contents are not stored here, as its events name them. */
function namedFiles(span: ChangeSpan): readonly ListedChange[] {
  return span.named.map((file) => ({
    ...file,
    path: shownPath(span, file.path),
    ...changedBy(span, file.path),
  }))
}

function contentOf(version: FileVersion | null): string {
  return version === null ? '' : `${version.mode} ${version.hash}`
}

/** Who changed a file of a span. */
function changedBy({ own, unsure, outside }: ChangeSpan, path: string): Partial<ListedChange> {
  const isNamed = own.named.has(path) || unsure.named.has(path) || outside.has(path)
  const isUnsure = unsure.named.has(path) || (!isNamed && unsure.more)
  const isOwn = own.named.has(path) || (!isNamed && own.more)
  return {
    ...(!isOwn && !isUnsure && { outside: true }),
    ...((isOwn || isUnsure) && outside.has(path) && { alsoOutside: true }),
    ...(isUnsure && { unsure: true }),
  }
}
