import type { AttachmentBlock } from '../../shared/attachment.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { ComparisonStore } from './comparison-store.ts'
import { type Drafts, NO_ATTACHMENTS } from './draft-store.ts'

/** Whose prompt box it is: an agent's, or the shared one of the comparison with this id. */
export type PromptOwner = AgentId

interface PromptStores {
  readonly drafts: Drafts
  readonly comparisons: ComparisonStore
}

/** The files in prompt boxes that were not sent yet. */
export interface PromptFiles {
  /** Resolves when the saved files are there. */
  load(owner: PromptOwner): Promise<void>
  filesOf(owner: PromptOwner): readonly AttachmentBlock[]
  set(owner: PromptOwner, files: readonly AttachmentBlock[]): void
}

export function promptFiles({ drafts, comparisons }: PromptStores): PromptFiles {
  const comparisonOf = (owner: PromptOwner) => comparisons.getState().list.find(({ id }) => id === owner)
  return {
    load: (owner) => (comparisonOf(owner) === undefined ? drafts.load(owner) : Promise.resolve()),
    filesOf: (owner) => comparisonOf(owner)?.draftFiles ?? drafts.getState().files.get(owner) ?? NO_ATTACHMENTS,
    set(owner, files) {
      if (comparisonOf(owner) === undefined) drafts.setFiles(owner, files)
      else comparisons.dispatch({ type: 'draft_files', id: owner, files })
    },
  }
}

/** The text in a prompt box. */
export interface PromptText {
  read(): string
  /** Replaces it by plain text. */
  write(text: string): void
}

export function promptTextOf(owner: PromptOwner, { drafts, comparisons }: PromptStores): PromptText {
  const shared = () => comparisons.getState().list.find(({ id }) => id === owner)
  return {
    read: () => shared()?.draft ?? drafts.draftOf(owner).text,
    write(text) {
      if (shared() === undefined) drafts.type(owner, text, true)
      else comparisons.dispatch({ type: 'draft', id: owner, text, asText: true })
    },
  }
}
