import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ChangeHunk, ListedChange } from '../../shared/file-changes.ts'
import { hashToBase62 } from '../../shared/hash-to-base62.ts'
import type { AgentId } from '../../shared/ids.ts'

const writtenCommentSchema = z.object({
  id: z.string().max(100),
  agentId: z.string().max(100),
  path: z.string(),
  line: z.number(),
  endLine: z.number(),
  side: z.literal('old').exactOptional(),
  quote: z.array(z.string()).readonly(),
  text: z.string(),
  /** It is not certain who wrote the lines, so that the user says whom it is for. */
  unsure: z.literal(true).exactOptional(),
})
/** A comment on lines of a change that was not sent yet. */
export type WrittenComment = Readonly<z.infer<typeof writtenCommentSchema>>

const reviewsSchema = z.object({
  kept: z.array(z.string().max(40)).readonly(),
  /** Earlier versions stored none. */
  comments: z.array(writtenCommentSchema).readonly().default([]),
  /** One column instead of two. */
  isUnified: z.boolean().default(false),
  /** Long lines are wrapped. */
  isWrapped: z.boolean().default(false),
})

/** How differences are shown, the changes that the user marked as reviewed, by key, newest last, and the comments that were not sent yet. */
export type Reviews = Readonly<z.infer<typeof reviewsSchema>>

export type ReviewStore = StoreApi<Reviews>

/** Older marks are dropped. */
const MAX_KEPT = 5_000
/** Older comments are dropped. */
const MAX_COMMENTS = 500
const KEY_LENGTH = 18

export function createReviewStore(): ReviewStore {
  return createStore(() => ({ kept: [], comments: [], isUnified: false, isWrapped: false }))
}

export function parseReviews(value: unknown): Reviews | null {
  return reviewsSchema.safeParse(value).data ?? null
}

/** Marks changes as reviewed, or takes the marks away. */
export function markReviewed<State extends Pick<Reviews, 'kept'>>(
  state: State,
  keys: readonly string[],
  isReviewed: boolean,
): State {
  const chosen = new Set(keys)
  const others = state.kept.filter((key) => !chosen.has(key))
  return { ...state, kept: (isReviewed ? [...others, ...keys] : others).slice(-MAX_KEPT) }
}

/** Adds a comment, or replaces the one with its id. */
export function withComment(state: Reviews, comment: WrittenComment): Reviews {
  const others = state.comments.filter(({ id }) => id !== comment.id)
  return { ...state, comments: [...others, comment].slice(-MAX_COMMENTS) }
}

export function withoutComments(state: Reviews, ids: readonly string[]): Reviews {
  return { ...state, comments: state.comments.filter(({ id }) => !ids.includes(id)) }
}

/** The key of a file's change. It is another one when the contents are. */
export function fileKey(agentId: AgentId, { path, contents }: Pick<ListedChange, 'path' | 'contents'>): string {
  return hashToBase62(JSON.stringify([agentId, path, contents ?? null]), KEY_LENGTH)
}

/** The key of one hunk. It stays the same when other hunks of the file change, and when lines move. */
export function hunkKey(agentId: AgentId, path: string, { lines }: Pick<ChangeHunk, 'lines'>): string {
  return hashToBase62(JSON.stringify([agentId, path, lines]), KEY_LENGTH)
}
