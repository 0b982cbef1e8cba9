import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { AgentEvent } from './agent-event.ts'
import type { AgentFolder } from './agent-folder.ts'
import type { AgentMarks } from './agent-marks.ts'
import type { AgentSummary } from './agent-summary.ts'
import type { AgentFeedItem } from './agent-view.ts'
import { approvalAnswerSchema, newApprovalRuleSchema, type ApprovalFeedItem } from './approval.ts'
import type { ContextLedger } from './context-ledger.ts'
import { configChangeSchema, type ConfigState } from './config.ts'
import { type Budget, budgetSchema } from './budget.ts'
import type { CredentialState } from './credential-state.ts'
import type { EngineFeedItem } from './engine-state.ts'
import type { AgentId } from './ids.ts'
import { exportOrderSchema, MAX_IMPORT_LENGTH } from './log-file.ts'
import type { ImportResult } from './log-row.ts'
import type { ModelList } from './model-info.ts'
import type { Result } from './result.ts'
import { PROVIDER_NAMES } from './providers.ts'
import type { SearchPage } from './search-hit.ts'
import type { ToolList } from './tool-list.ts'
import type { TranscriptView } from './transcript-view.ts'
import { WINDOW_SETTINGS } from './window-settings.ts'

const agentId = z.uuid()
const eventId = z.number().int().nonnegative()
const provider = z.enum(PROVIDER_NAMES)

/** The result of submitting a line or script. `answers` are the commands' answers, in order. */
export interface SubmitResult {
  readonly answers: readonly string[]
  /** Whether the text started a turn. */
  readonly turnStarted: boolean
  /** Agents that were forked, in order. */
  readonly children: readonly AgentSummary[]
  /**
   * Agents that started immediately: the forked children that had something to answer, and agents that were started by
   * mail.
   */
  readonly startedChildren: readonly AgentId[]
  /**
   * An operation left to the client that shows the answers: end the session (`/exit`), open the system prompt (`/system
   * edit`).
   */
  readonly sequel?: 'exit' | 'edit_system'
  /** Set if a turn is running: the text was recorded in the agent's queue and is sent when the turn has ended. */
  readonly queued?: true
}

export interface HistoryPage {
  /** Oldest first. */
  readonly events: readonly AgentEvent[]
  readonly hasOlder: boolean
}

/** Settings that a client may write. The engine stores its own settings (rules, budgets, folders) in the same place. */
const windowSetting = z.enum(WINDOW_SETTINGS)

/** A JSON value. The transport also supports dates and big integers, but settings are stored as JSON. */
const json = z.unknown().pipe(z.json())

/** Maximum length of a prompt, which may contain large pasted texts. UTF-16 units. */
const MAX_PROMPT_LENGTH = 20_000_000
const promptText = z.string().max(MAX_PROMPT_LENGTH)
const promptId = z.uuid()

/**
 * The operations of the engine for windows and other clients. The same router is served over MessagePort and WebSocket.
 * Inputs are validated; outputs are the engine's own types and are trusted. Feeds yield batches.
 */
export const contract = {
  engine: {
    /** The tree and the state of the engine: a snapshot first, then changes. */
    subscribe: oc.output(eventIterator(type<readonly EngineFeedItem[]>())),
  },
  agents: {
    /** Creates a root agent. Without a model, it uses the configured default, or none. */
    create: oc
      .input(z.object({ model: z.string().max(300).optional(), name: z.string().max(200).optional() }))
      .output(type<Result<AgentSummary>>()),
    /** One agent's feed; `afterId` is the last event that the subscriber has (0 or missing: start with a snapshot). */
    subscribe: oc
      .input(z.object({ agentId, afterId: eventId.optional() }))
      .output(eventIterator(type<readonly AgentFeedItem[]>())),
    /** Events of the agent's path before `beforeId`, at most `limit`. */
    history: oc
      .input(z.object({ agentId, beforeId: eventId, limit: z.number().int().min(1).max(500) }))
      .output(type<Result<HistoryPage>>()),
    /**
     * Submits typed input: a prompt, a command, or a script of several lines. `asText`: the whole text is one prompt
     * and none of its lines is a command, because it was not typed (it was pasted, or read from a file). `ifBusy`: what
     * happens to a text that starts a turn while one is running (missing: it is refused); commands are never queued.
     */
    submit: oc
      .input(
        z.object({
          agentId,
          text: promptText,
          asText: z.boolean().optional(),
          ifBusy: z.enum(['refuse', 'queue']).optional(),
        }),
      )
      .output(type<Result<SubmitResult>>()),
    /** Stops the running turn; returns whether there was one. */
    cancel: oc.input(z.object({ agentId })).output(type<Result<boolean>>()),
    /**
     * Stops the running turns of an agent and its descendants, or of all agents (null); returns how many there were.
     */
    stop: oc.input(z.object({ agentId: agentId.nullable() })).output(type<Result<number>>()),
    /** Ends the pause before a retry; returns whether there was one. */
    retryNow: oc.input(z.object({ agentId })).output(type<Result<boolean>>()),
    /** Resumes an interrupted answer: the model is asked to continue. */
    resume: oc.input(z.object({ agentId })).output(type<Result<SubmitResult>>()),
    /** Removes everything after a message from the context; `/clear --undo` restores it. */
    rewind: oc.input(z.object({ agentId, eventId })).output(type<Result<null>>()),
    /** Removes an interrupted answer from the context; it remains in the log. */
    discard: oc.input(z.object({ agentId, eventId })).output(type<Result<null>>()),
    /**
     * Forks an agent: one child per entry of `models` (none: one child with the parent's model). `atEventId` forks from
     * that settled event instead of the last one; `prompt` starts the children immediately.
     */
    fork: oc
      .input(
        z.object({
          agentId,
          models: z.array(z.string().max(300)).max(20).readonly(),
          atEventId: eventId.optional(),
          mark: z.string().max(200).optional(),
          prompt: z.string().max(MAX_PROMPT_LENGTH).optional(),
        }),
      )
      .output(type<Result<readonly AgentSummary[]>>()),
    /**
     * Returns the request that `model` (none: the agent's own) would receive for the agent's context, and how it was
     * assembled.
     */
    transcript: oc
      .input(z.object({ agentId, model: z.string().max(300).optional() }))
      .output(type<Result<TranscriptView>>()),
    rename: oc.input(z.object({ agentId, name: z.string().max(200) })).output(type<Result<null>>()),
    /** Returns what the agent's context contains now, and which event added each part. */
    context: oc.input(z.object({ agentId })).output(type<Result<ContextLedger>>()),
    /** Returns the system prompt; empty if there is none. */
    systemPrompt: oc.input(z.object({ agentId })).output(type<Result<string>>()),
    /**
     * Returns all current marks of the agent, also those set before the loaded events, and the change that can be
     * undone.
     */
    marks: oc.input(z.object({ agentId })).output(type<Result<AgentMarks>>()),
    /** Takes effect with the next request; refused while a turn runs. */
    setSystemPrompt: oc
      .input(z.object({ agentId, text: z.string().max(MAX_PROMPT_LENGTH) }))
      .output(type<Result<null>>()),
    /** Returns the working folder of the agent's tools. */
    folder: oc.input(z.object({ agentId })).output(type<Result<AgentFolder>>()),
    /**
     * Null: the parent's folder again, or the workspace. Refused while a turn of the agent or of a descendant is
     * running.
     */
    setFolder: oc
      .input(z.object({ agentId, folder: z.string().max(4_096).nullable() }))
      .output(type<Result<AgentFolder>>()),
    /** Sets whether mail starts a turn of this agent, with the mail as its prompt. */
    setWakeOnMail: oc.input(z.object({ agentId, wakes: z.boolean() })).output(type<Result<null>>()),
  },
  /**
   * Prompts that wait for the end of a turn; the agent's feed shows them. REFUSED if a prompt is no longer in the
   * queue.
   */
  queue: {
    change: oc
      .input(z.object({ agentId, promptId, text: promptText, asText: z.boolean() }))
      .output(type<Result<null>>()),
    remove: oc.input(z.object({ agentId, promptId })).output(type<Result<null>>()),
    /** Sends the prompt now, also after a stop or a failure; refused while a turn is running. */
    send: oc.input(z.object({ agentId, promptId })).output(type<Result<SubmitResult>>()),
    /** Reorders these prompts within the positions that they occupy. */
    reorder: oc
      .input(z.object({ agentId, promptIds: z.array(promptId).max(200).readonly() }))
      .output(type<Result<null>>()),
  },
  log: {
    /** Searches the whole log, newest first; `beforeId` pages on. An event shared by several agents is one hit. */
    search: oc
      .input(
        z.object({
          text: z.string().max(1_000),
          limit: z.number().int().min(1).max(200),
          beforeId: eventId.optional(),
        }),
      )
      .output(type<Result<SearchPage>>()),
    /**
     * Yields the file in pieces to concatenate. A failure is the last item; the pieces before it are then to be
     * discarded.
     */
    export: oc.input(exportOrderSchema).output(eventIterator(type<Result<string>>())),
    /** Imports the text of a file into the log, completely or not at all. Longer files need the command line. */
    import: oc.input(z.object({ text: z.string().max(MAX_IMPORT_LENGTH) })).output(type<Result<ImportResult>>()),
  },
  models: {
    /** The models to choose from, by provider; `refresh` requests the provider's own list first. */
    list: oc.input(z.object({ refresh: provider.optional() })).output(type<ModelList>()),
  },
  credentials: {
    list: oc.output(type<readonly CredentialState[]>()),
    /** Saves the key in the keychain, or in credentials.json if there is none (the returned state says which). */
    set: oc.input(z.object({ provider, key: z.string().min(1).max(10_000) })).output(type<Result<CredentialState>>()),
    remove: oc.input(z.object({ provider })).output(type<Result<CredentialState>>()),
    /** Requests the provider's models with the key in use; returns how many there are. */
    test: oc.input(z.object({ provider })).output(type<Result<number>>()),
  },
  approvals: {
    /** Calls of all agents that wait for approval, and the saved approvals: a snapshot first, then changes. */
    subscribe: oc.output(eventIterator(type<readonly ApprovalFeedItem[]>())),
    /** Refused if the question is no longer open. */
    answer: oc
      .input(z.object({ approvalId: z.string().max(200), answer: approvalAnswerSchema }))
      .output(type<Result<null>>()),
    /** Adds a policy; it replaces a rule about the same calls and agents. */
    addRule: oc.input(newApprovalRuleSchema).output(type<Result<null>>()),
    revoke: oc.input(z.object({ ruleId: z.string().max(200) })).output(type<Result<null>>()),
  },
  budgets: {
    /** Budgets by agent. Most agents have none. */
    list: oc.output(type<Result<Readonly<Record<AgentId, Budget>>>>()),
    /** Null: no limit. Agents that wait for a higher limit continue if the new one is enough. */
    set: oc.input(z.object({ agentId, budget: budgetSchema.nullable() })).output(type<Result<null>>()),
  },
  tools: {
    /**
     * The agents' tools, and the MCP servers that provide some of them. Starts the servers if they were not started
     * yet.
     */
    list: oc.output(type<ToolList>()),
    /** Stops an MCP server and starts it again immediately. */
    restartServer: oc.input(z.object({ name: z.string().max(100) })).output(type<Result<null>>()),
  },
  config: {
    /** config.json, without its secrets. */
    get: oc.output(type<ConfigState>()),
    /** Changes only the given settings; REFUSED if a value is not allowed. */
    update: oc.input(configChangeSchema).output(type<Result<ConfigState>>()),
    /** Connects to a database as the engine would, without changing it; returns a description of it. */
    testDatabase: oc.input(z.object({ url: z.string().max(2_000) })).output(type<Result<string>>()),
  },
  settings: {
    /** Returns a value that the window stores across restarts (layout, theme); null if none was stored. */
    get: oc.input(z.object({ key: z.string().max(100) })).output(type<unknown>()),
    set: oc.input(z.object({ key: windowSetting, value: json })).output(type<Result<null>>()),
    /**
     * Stores `value` only if the current one is still `expected` (null: none); returns whether it did. Of several
     * windows, one succeeds.
     */
    replace: oc.input(z.object({ key: windowSetting, expected: json, value: json })).output(type<Result<boolean>>()),
  },
  confirmation: {
    /** Confirms a call with its code. Returns the proof that confirms later connections of the window too, or null. */
    give: oc.input(z.object({ code: z.string().max(100) })).output(type<Result<string | null>>()),
  },
  drafts: {
    get: oc.input(z.object({ agentId })).output(type<Draft>()),
    set: oc.input(z.object({ agentId, text: promptText, asText: z.boolean() })).output(type<Result<null>>()),
  },
}

/** The content of a prompt box. */
export interface Draft {
  readonly text: string
  /** Whether part of it was pasted, so that none of its lines is a command. */
  readonly asText: boolean
}

export type Contract = typeof contract
