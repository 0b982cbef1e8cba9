import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AttachmentBlock } from '../../shared/attachment.ts'
import type { AgentId } from '../../shared/ids.ts'

/** A block of code in an answer that can be shown as a page (HTML, SVG or Markdown), or the text of a file. */
export interface CodeArtifact {
  readonly code: string
  /** As its fence names it, or the ending of its file. */
  readonly language: string
  /** Null: its fence names no file. */
  readonly fileName: string | null
}

/** A stored PDF. */
interface PdfArtifact {
  readonly pdf: AttachmentBlock
  readonly fileName: string
}

export type ShownArtifact = CodeArtifact | PdfArtifact

interface ArtifactState {
  /** What stands beside the conversation, at most one for each agent. */
  readonly open: ReadonlyMap<AgentId, ShownArtifact>
}

export type ArtifactStore = StoreApi<ArtifactState>

export function createArtifactStore(): ArtifactStore {
  return createStore(() => ({ open: new Map() }))
}

/** Shows code or a PDF beside the conversation of an agent; null: none. */
export function showArtifact(store: ArtifactStore, agentId: AgentId, shown: ShownArtifact | null): void {
  store.setState(({ open }) => {
    const others = [...open].filter(([other]) => other !== agentId)
    return { open: new Map(shown === null ? others : [...others, [agentId, shown]]) }
  })
}
