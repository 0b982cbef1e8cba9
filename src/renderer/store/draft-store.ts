import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AttachmentBlock } from '../../shared/attachment.ts'
import type { Draft } from '../../shared/contract/settings.ts'
import { filesOf } from '../../shared/event-files.ts'
import type { AgentId } from '../../shared/ids.ts'
import { readsAsPrompt } from '../../shared/slash-commands.ts'
import { createDelayedWrites, type DelayScheduler } from './delayed-writes.ts'
import type { EngineClient } from './engine-connection.ts'

/** The unsent content of each prompt box that has been shown. */
interface DraftState {
  readonly texts: ReadonlyMap<AgentId, string>
  /** Agents whose box contains text that was not typed, so that none of its lines is a command. */
  readonly pasted: ReadonlySet<AgentId>
  /** Stored files that belong to the text; missing: none. */
  readonly files: ReadonlyMap<AgentId, readonly AttachmentBlock[]>
}

export interface Drafts extends StoreApi<DraftState> {
  /** Loads the saved draft, unless text was typed since the start. */
  load(agentId: AgentId): Promise<void>
  /** Returns the draft; empty if no text was typed yet. */
  draftOf(agentId: AgentId): Draft
  filesOf(agentId: AgentId): readonly AttachmentBlock[]
  /**
   * Sets the text. `asText`: whether it is plain text or typed text; missing: unchanged. An empty box is always typed
   * text.
   */
  type(agentId: AgentId, text: string, asText?: boolean): void
  /** Sets the text and the files. */
  replace(agentId: AgentId, draft: Draft): void
  /** Sets the files. They are saved immediately. */
  setFiles(agentId: AgentId, files: readonly AttachmentBlock[]): void
  /** Saves all pending drafts immediately: on blur, and when the window closes. */
  flush(): void
}

export const NO_ATTACHMENTS: readonly AttachmentBlock[] = []

export function createDrafts(client: EngineClient, delay: DelayScheduler): Drafts {
  const store = createStore<DraftState>(() => ({ texts: new Map(), pasted: new Set(), files: new Map() }))
  const writes = createDelayedWrites<Draft>((agentId, { attachments, ...draft }) => {
    const files = attachments === undefined ? {} : { attachments: [...attachments] }
    // A failed write is repeated by the next change; the text itself is still on the screen.
    client.drafts.set({ agentId, ...draft, ...files }).catch(() => undefined)
  }, delay)

  function put(agentId: AgentId, { text, asText, attachments = NO_ATTACHMENTS }: Draft): void {
    store.setState(({ texts, pasted, files }) => ({
      texts: new Map(texts).set(agentId, text),
      pasted: withAgent(pasted, agentId, asText),
      files: attachments === (files.get(agentId) ?? NO_ATTACHMENTS) ? files : new Map(files).set(agentId, attachments),
    }))
  }

  const filesOf = (agentId: AgentId) => store.getState().files.get(agentId) ?? NO_ATTACHMENTS
  const draftOf = (agentId: AgentId): Draft => {
    const { texts, pasted } = store.getState()
    const draft = { text: texts.get(agentId) ?? '', asText: pasted.has(agentId) }
    const attachments = filesOf(agentId)
    return attachments.length === 0 ? draft : { ...draft, attachments }
  }

  function write(agentId: AgentId, draft: Draft): void {
    put(agentId, draft)
    writes.put(agentId, draft)
  }

  return {
    ...store,
    async load(agentId) {
      if (store.getState().texts.has(agentId)) return
      const draft = await client.drafts.get({ agentId }).catch(() => NO_DRAFT)
      if (!store.getState().texts.has(agentId)) put(agentId, draft)
    },
    draftOf,
    filesOf,
    type(agentId, text, asText = draftOf(agentId).asText) {
      write(agentId, { ...draftOf(agentId), text, asText: asText && text !== '' })
    },
    replace: (agentId, draft) => write(agentId, { ...draft, asText: draft.asText && draft.text !== '' }),
    setFiles(agentId, attachments) {
      const { text, asText } = draftOf(agentId)
      write(agentId, attachments.length === 0 ? { text, asText } : { text, asText, attachments })
      writes.flush()
    },
    flush: writes.flush,
  }
}

/**
 * Returns a recorded line of the user as a draft, with its files. A prompt that would run a command if it were typed is
 * plain text.
 */
export function promptDraft(event: AgentEvent): Draft {
  const { content, kind } = event
  const text = content ?? ''
  const attachments = filesOf(event)
  const files = attachments.length === 0 ? {} : { attachments }
  return { text, asText: kind === 'user' && !readsAsPrompt(text), ...files }
}

const NO_DRAFT: Draft = { text: '', asText: false }

/** Returns the same set if nothing changes. */
function withAgent(agents: ReadonlySet<AgentId>, agentId: AgentId, isIn: boolean): ReadonlySet<AgentId> {
  if (agents.has(agentId) === isIn) return agents
  return isIn ? new Set([...agents, agentId]) : new Set([...agents].filter((id) => id !== agentId))
}
