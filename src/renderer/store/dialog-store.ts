import type { FileConflict } from '../../shared/app-error.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AppliedChanges } from '../../shared/agent-worktree.ts'
import type { AttachmentBlock } from '../../shared/attachment.ts'
import type { AgentEvent } from '../../shared/agent-event.ts'
import type { ChangeScope } from '../../shared/file-changes.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { ModelRequestPrice } from '../../shared/request-price.ts'
import type { SettingsPage } from '../../shared/settings-pages.ts'

/** A prompt whose estimated cost is above the user's limit. */
export interface CostlyPrompt {
  /** Number of agents that it is sent to. */
  readonly agents: number
  readonly estimates: readonly ModelRequestPrice[]
  /** US dollars. */
  readonly limit: number
}

/** The changes that are undone. */
export interface UndoChoice {
  readonly scope: ChangeScope
  readonly paths?: readonly string[]
  readonly hunks?: readonly number[]
  /** Also changes of which it is not certain whose they are. */
  readonly unsure?: true
  /** The files of the moment that the context was rewound to. */
  readonly restore?: true
}

/** The open dialog and its subject. At most one dialog is open. */
export type OpenDialog =
  | { readonly type: 'none' }
  | { readonly type: 'palette' }
  /** The agents, those that were used last first. */
  | { readonly type: 'switcher' }
  /** The saved arrangements of panes. */
  | { readonly type: 'layouts' }
  | { readonly type: 'shortcuts' }
  | { readonly type: 'settings'; readonly page?: SettingsPage }
  | { readonly type: 'inbox' }
  /** The last minute of the engine and the window. */
  | { readonly type: 'recorder' }
  /** All open agents as cards. */
  | { readonly type: 'overview' }
  /** The agent tree of a narrow window. */
  | { readonly type: 'tree' }
  /** Choice of the profile of a new agent. */
  | { readonly type: 'profile' }
  /** Choice of the outside agent of a new agent. */
  | { readonly type: 'outside' }
  /** `/exit`: the session has ended. */
  | { readonly type: 'ended' }
  | { readonly type: 'system'; readonly agentId: AgentId }
  /** The prompts in the agent's stream. */
  | { readonly type: 'prompts'; readonly agentId: AgentId }
  /** Choice of a mark to rewind to. */
  | { readonly type: 'rewind'; readonly agentId: AgentId }
  | { readonly type: 'mark'; readonly agentId: AgentId }
  | { readonly type: 'rename'; readonly agentId: AgentId }
  /** A null `eventId`: all messages of the agent. */
  | { readonly type: 'redact'; readonly agentId: AgentId; readonly eventId: EventId | null }
  | { readonly type: 'event'; readonly event: AgentEvent }
  /** A file of a message or of the draft, in full size. */
  | { readonly type: 'file'; readonly agentId: AgentId; readonly file: AttachmentBlock }
  | { readonly type: 'kill'; readonly agentIds: readonly AgentId[] }
  /** Whether a prompt is sent that costs more than the user's limit. `onSend`: the answer is yes. */
  | { readonly type: 'cost'; readonly prompt: CostlyPrompt; readonly onSend: () => void }
  /** Choice of an agent for a new pane. */
  | { readonly type: 'split'; readonly direction: 'right' | 'down' }
  /** Set-up of a race that begins from the agent. */
  | { readonly type: 'race'; readonly agentId: AgentId }
  /** A file whose tasks several models answer. */
  | { readonly type: 'evaluation' }
  /** Turns to run again. `promptId`: the prompt from which the dialog was opened; null: none. */
  | { readonly type: 'rerun'; readonly agentId: AgentId; readonly promptId: EventId | null }
  /** A branch to merge into another agent. `turn`: a message of the only turn that is merged; null: all of it. */
  | { readonly type: 'merge_back'; readonly agentId: AgentId; readonly turn: EventId | null }
  /** `text`: what is searched for first. */
  | { readonly type: 'search'; readonly text?: string }
  /** The agent's budget. */
  | { readonly type: 'budget'; readonly agentId: AgentId }
  /** The working folder of the agent's tools. */
  | { readonly type: 'folder'; readonly agentId: AgentId }
  /** An agent of another home. */
  | { readonly type: 'take_over'; readonly agentId: AgentId }
  /** Null: all agents. */
  | { readonly type: 'export'; readonly agentId: AgentId | null }
  | { readonly type: 'import' }
  /** Choice of agents to compare. */
  | { readonly type: 'compare'; readonly with?: AgentId }
  /** What a model that gave none of the answers is asked about them. `comparison` is an id. */
  | { readonly type: 'answers'; readonly comparison: string; readonly task: 'merge' | 'judge' }
  /** The agent that gets the text that `merge` merged. */
  | { readonly type: 'add_merge'; readonly comparison: string; readonly merge: AgentId }
  /** The model of a further column. */
  | { readonly type: 'add_column'; readonly comparison: string }
  /** The prompt with which `judge` compares the answers of the others. `comparison` is an id. */
  | { readonly type: 'judge'; readonly comparison: string; readonly judge: AgentId }
  /** The mail to the parent with the result of the comparison. */
  | { readonly type: 'result'; readonly comparison: string; readonly chosen: AgentId }
  | { readonly type: 'adopt'; readonly raceId: AgentId; readonly agentId: AgentId; readonly plan: AppliedChanges }
  /** Files that changed after a change that was to be undone. `back`: what is open afterwards. */
  | {
      readonly type: 'conflict'
      readonly agentId: AgentId
      readonly choice: UndoChoice
      readonly conflicts: readonly FileConflict[]
      readonly back: OpenDialog
    }
  /**
   * Files that an undo left alone, because it is not certain who changed them. `back`: what is open afterwards. `writers`: the
   * other agents that may have written the one file that the user named. Missing: none was named.
   */
  | {
      readonly type: 'unsure'
      readonly agentId: AgentId
      readonly choice: UndoChoice
      readonly paths: readonly string[]
      readonly writers?: readonly AgentId[]
      readonly back: OpenDialog
    }
  /** `before`: the children do not inherit the event. Missing: they do. */
  | { readonly type: 'fork'; readonly agentId: AgentId; readonly atEventId: EventId | null; readonly before?: true }
  /** Choice of the models that answer the prompt of an answer again. */
  | { readonly type: 'retry'; readonly agentId: AgentId; readonly answerId: EventId }

interface SummonedQuestion {
  readonly questionId: string
  /** Until when keys wait for it, as `performance.now()`. */
  readonly until: number
}

interface DialogState {
  readonly dialog: OpenDialog
  /** The pane whose model picker is open. */
  readonly modelPickerOf: AgentId | null
  /** The agent for whose prompt another model is being chosen. */
  readonly askPickerOf: AgentId | null
  /** The agent whose prompt is sent as soon as it has a model: Enter opened the picker. */
  readonly sendsAfterChoice: AgentId | null
  /** The open question that receives the focus when it is shown. */
  readonly summoned: SummonedQuestion | null
  /** Until when keys that type or press are ignored, as `performance.now()`: the focus has just moved. */
  readonly keysHeldUntil: number
  /** The agent whose terminal receives the focus when it is shown, or gives it back to the prompt. */
  readonly terminalOf: AgentId | null
  /** The pane whose list of thinking levels is open. */
  readonly levelPickerOf: AgentId | null
}

export interface DialogStore extends StoreApi<DialogState> {
  /** Closes the dialog that is open. */
  readonly close: () => void
}

export function createDialogStore(): DialogStore {
  const store = createStore<DialogState>(() => ({
    dialog: { type: 'none' },
    modelPickerOf: null,
    askPickerOf: null,
    levelPickerOf: null,
    terminalOf: null,
    sendsAfterChoice: null,
    summoned: null,
    keysHeldUntil: 0,
  }))
  return { ...store, close: () => store.setState({ dialog: { type: 'none' } }) }
}
