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

/** What became of a submitted line or script. `answers` are the commands' answers, in order. */
export interface SubmitResult {
  readonly answers: readonly string[]
  /** A turn was started by the text. */
  readonly turnStarted: boolean
  /** Agents that were forked, in order. */
  readonly children: readonly AgentSummary[]
  /** Agents that started at once: those of them that had something to answer, and those that were woken by mail. */
  readonly startedChildren: readonly AgentId[]
  /** What is left to whoever shows the answers: end the session (`/exit`), open the system prompt (`/system edit`). */
  readonly sequel?: 'exit' | 'edit_system'
  /** A turn runs, so the text was recorded in the agent's queue. It is sent when the turn has ended. */
  readonly queued?: true
}

export interface HistoryPage {
  /** Oldest first. */
  readonly events: readonly AgentEvent[]
  readonly hasOlder: boolean
}

/** Settings of the window. The engine keeps its own (rules, budgets, folders) in the same place: they are no client's to write. */
const windowSetting = z.enum(WINDOW_SETTINGS)

/** The transport can carry dates and big integers; a setting is stored as JSON. */
const json = z.unknown().pipe(z.json())

/** 10 MB of pasted text is a prompt; more is a mistake. */
const MAX_PROMPT_LENGTH = 20_000_000
const promptText = z.string().max(MAX_PROMPT_LENGTH)
const promptId = z.uuid()

/**
 * All that a window or another client can ask of the engine. The same router is served over MessagePort and WebSocket.
 * Inputs are validated at the border; outputs are the engine's own types and are trusted. Feeds yield batches.
 */
export const contract = {
  engine: {
    /** The tree and the state of the engine: a snapshot first, then changes. */
    subscribe: oc.output(eventIterator(type<readonly EngineFeedItem[]>())),
  },
  agents: {
    /** A new root agent. Without a model: the configured default, or none. */
    create: oc
      .input(z.object({ model: z.string().max(300).optional(), name: z.string().max(200).optional() }))
      .output(type<Result<AgentSummary>>()),
    /** One agent's feed; `afterId` is the last event that the subscriber has (0 or nothing: a snapshot). */
    subscribe: oc
      .input(z.object({ agentId, afterId: eventId.optional() }))
      .output(eventIterator(type<readonly AgentFeedItem[]>())),
    /** Events of the agent's path before `beforeId`, at most `limit`. */
    history: oc
      .input(z.object({ agentId, beforeId: eventId, limit: z.number().int().min(1).max(500) }))
      .output(type<Result<HistoryPage>>()),
    /**
     * What a person typed: a prompt, a command, or a script of several lines. `asText`: all of it is one prompt, and no
     * line of it is a command, because it was not typed (it was pasted, or read from a file). `ifBusy`: what becomes of
     * a text that starts a turn while one runs (refused when missing); commands are not queued.
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
    /** Stops the running turn; answers whether there was one. */
    cancel: oc.input(z.object({ agentId })).output(type<Result<boolean>>()),
    /** Stops the running turns of an agent and everything below it, null: of all agents; answers how many there were. */
    stop: oc.input(z.object({ agentId: agentId.nullable() })).output(type<Result<number>>()),
    /** Ends the pause before a retry; answers whether there was one. */
    retryNow: oc.input(z.object({ agentId })).output(type<Result<boolean>>()),
    /** Goes on with an answer that was interrupted: the model is asked to continue. */
    resume: oc.input(z.object({ agentId })).output(type<Result<SubmitResult>>()),
    /** Takes everything behind a message of the context out of it; `/clear --undo` brings it back. */
    rewind: oc.input(z.object({ agentId, eventId })).output(type<Result<null>>()),
    /** Takes an interrupted answer out of the context; it stays in the log. */
    discard: oc.input(z.object({ agentId, eventId })).output(type<Result<null>>()),
    /**
     * A click on fork: one child per entry of `models` (none: one child with the parent's model). `atEventId` forks
     * from that settled event instead of the last one; `prompt` starts the children at once.
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
    /** What `model` (none: the agent's own) would be sent of its context: the request, and what was done for it. */
    transcript: oc
      .input(z.object({ agentId, model: z.string().max(300).optional() }))
      .output(type<Result<TranscriptView>>()),
    rename: oc.input(z.object({ agentId, name: z.string().max(200) })).output(type<Result<null>>()),
    /** What is in the agent's context now, and which event put it there. */
    context: oc.input(z.object({ agentId })).output(type<Result<ContextLedger>>()),
    /** What the agent is told before everything else; empty: nothing. */
    systemPrompt: oc.input(z.object({ agentId })).output(type<Result<string>>()),
    /** All marks that the agent has now, however long ago they were set, and the act that can be undone. */
    marks: oc.input(z.object({ agentId })).output(type<Result<AgentMarks>>()),
    /** Takes effect with the next request; refused while a turn runs. */
    setSystemPrompt: oc
      .input(z.object({ agentId, text: z.string().max(MAX_PROMPT_LENGTH) }))
      .output(type<Result<null>>()),
    /** Where the agent's tools work. */
    folder: oc.input(z.object({ agentId })).output(type<Result<AgentFolder>>()),
    /** Null: the parent's folder again, or the workspace. Refused while a turn of it or of a descendant runs. */
    setFolder: oc
      .input(z.object({ agentId, folder: z.string().max(4_096).nullable() }))
      .output(type<Result<AgentFolder>>()),
    /** Whether mail starts a turn of this agent, with the mail as its prompt. */
    setWakeOnMail: oc.input(z.object({ agentId, wakes: z.boolean() })).output(type<Result<null>>()),
  },
  /** Prompts that wait for the end of a turn; the agent's feed shows them. REFUSED where a prompt is not there any more. */
  queue: {
    change: oc
      .input(z.object({ agentId, promptId, text: promptText, asText: z.boolean() }))
      .output(type<Result<null>>()),
    remove: oc.input(z.object({ agentId, promptId })).output(type<Result<null>>()),
    /** Sends it now, also after a stop or a failure; refused while a turn runs. */
    send: oc.input(z.object({ agentId, promptId })).output(type<Result<SubmitResult>>()),
    /** Puts these prompts in this order into the places that they have. */
    reorder: oc
      .input(z.object({ agentId, promptIds: z.array(promptId).max(200).readonly() }))
      .output(type<Result<null>>()),
  },
  log: {
    /** Full text over the whole log, newest first; `beforeId` pages on. A shared ancestor's event is one hit. */
    search: oc
      .input(
        z.object({
          text: z.string().max(1_000),
          limit: z.number().int().min(1).max(200),
          beforeId: eventId.optional(),
        }),
      )
      .output(type<Result<SearchPage>>()),
    /** A file, in pieces to be put one after the other. A failure is the last of them: what came before is no file. */
    export: oc.input(exportOrderSchema).output(eventIterator(type<Result<string>>())),
    /** Takes the text of a file into the log: all of it or nothing. Longer files are for the command line. */
    import: oc.input(z.object({ text: z.string().max(MAX_IMPORT_LENGTH) })).output(type<Result<ImportResult>>()),
  },
  models: {
    /** The models to choose from, by provider; `refresh` asks the provider's own list first. */
    list: oc.input(z.object({ refresh: provider.optional() })).output(type<ModelList>()),
  },
  credentials: {
    list: oc.output(type<readonly CredentialState[]>()),
    /** Writes the key to the keychain, or to credentials.json where there is none (the state says which). */
    set: oc.input(z.object({ provider, key: z.string().min(1).max(10_000) })).output(type<Result<CredentialState>>()),
    remove: oc.input(z.object({ provider })).output(type<Result<CredentialState>>()),
    /** Really asks the provider for its models with the key in use; answers how many there are. */
    test: oc.input(z.object({ provider })).output(type<Result<number>>()),
  },
  approvals: {
    /** What waits for a person, over the whole tree, and the standing answers: a snapshot first, then changes. */
    subscribe: oc.output(eventIterator(type<readonly ApprovalFeedItem[]>())),
    /** Refused when the question is not open any more. */
    answer: oc
      .input(z.object({ approvalId: z.string().max(200), answer: approvalAnswerSchema }))
      .output(type<Result<null>>()),
    /** A policy; it replaces a rule about the same calls and agents. */
    addRule: oc.input(newApprovalRuleSchema).output(type<Result<null>>()),
    revoke: oc.input(z.object({ ruleId: z.string().max(200) })).output(type<Result<null>>()),
  },
  budgets: {
    /** By agent; most have none. */
    list: oc.output(type<Result<Readonly<Record<AgentId, Budget>>>>()),
    /** Null: no limit. Agents that wait for more go on if that is enough. */
    set: oc.input(z.object({ agentId, budget: budgetSchema.nullable() })).output(type<Result<null>>()),
  },
  tools: {
    /** The tools that agents have, and the servers that some come from; starts the servers if that is still to be done. */
    list: oc.output(type<ToolList>()),
    /** Ends a server of tools and starts it anew at once. */
    restartServer: oc.input(z.object({ name: z.string().max(100) })).output(type<Result<null>>()),
  },
  config: {
    /** config.json, without its secrets. */
    get: oc.output(type<ConfigState>()),
    /** Changes only what is named; REFUSED where a value is not possible. */
    update: oc.input(configChangeSchema).output(type<Result<ConfigState>>()),
    /** Connects to a database as it would be used, and changes nothing there; answers what it is. */
    testDatabase: oc.input(z.object({ url: z.string().max(2_000) })).output(type<Result<string>>()),
  },
  settings: {
    /** A value that the window keeps across restarts (layout, theme); null where nothing was kept. */
    get: oc.input(z.object({ key: z.string().max(100) })).output(type<unknown>()),
    set: oc.input(z.object({ key: windowSetting, value: json })).output(type<Result<null>>()),
    /** Sets it only where it still is `expected` (null: nothing was kept); answers whether it was. Of several windows one succeeds. */
    replace: oc.input(z.object({ key: windowSetting, expected: json, value: json })).output(type<Result<boolean>>()),
  },
  confirmation: {
    /** The code of an act that was to be confirmed; what proves later connections of the window confirmed, or null. */
    give: oc.input(z.object({ code: z.string().max(100) })).output(type<Result<string | null>>()),
  },
  drafts: {
    get: oc.input(z.object({ agentId })).output(type<Draft>()),
    set: oc.input(z.object({ agentId, text: promptText, asText: z.boolean() })).output(type<Result<null>>()),
  },
}

/** What stands in a prompt box. */
export interface Draft {
  readonly text: string
  /** Some of it was pasted: no line of it is a command. */
  readonly asText: boolean
}

export type Contract = typeof contract
