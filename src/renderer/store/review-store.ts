import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ChangeHunk, ListedChange } from '../../shared/file-changes.ts'
import { hashToBase62 } from '../../shared/hash-to-base62.ts'
import type { AgentId } from '../../shared/ids.ts'

const reviewsSchema = z.object({ kept: z.array(z.string().max(40)).readonly() })

/** The changes that the user marked as reviewed, by key, newest last. */
export type Reviews = Readonly<z.infer<typeof reviewsSchema>>

export type ReviewStore = StoreApi<Reviews>

/** Older marks are dropped. */
const MAX_KEPT = 5_000
const KEY_LENGTH = 18

export function createReviewStore(): ReviewStore {
  return createStore(() => ({ kept: [] }))
}

export function parseReviews(value: unknown): Reviews | null {
  return reviewsSchema.safeParse(value).data ?? null
}

/** Marks changes as reviewed, or takes the marks away. */
export function markReviewed({ kept }: Reviews, keys: readonly string[], isReviewed: boolean): Reviews {
  const others = kept.filter((key) => !keys.includes(key))
  return { kept: (isReviewed ? [...others, ...keys] : others).slice(-MAX_KEPT) }
}

/** The key of a file's change. It is another one when the contents are. */
export function fileKey(agentId: AgentId, { path, contents }: Pick<ListedChange, 'path' | 'contents'>): string {
  return hashToBase62(JSON.stringify([agentId, path, contents ?? null]), KEY_LENGTH)
}

/** The key of one hunk. It stays the same when other hunks of the file change, and when lines move. */
export function hunkKey(agentId: AgentId, path: string, { lines }: Pick<ChangeHunk, 'lines'>): string {
  return hashToBase62(JSON.stringify([agentId, path, lines]), KEY_LENGTH)
}
