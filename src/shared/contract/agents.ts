import { eventIterator, oc, type } from '@orpc/contract'
import { z } from 'zod'

import type { AgentEvent } from '../agent-event.ts'
import type { AgentFolder } from '../agent-folder.ts'
import type { AgentMarks } from '../agent-marks.ts'
import type { AgentSummary, AgentCommand } from '../agent-summary.ts'
import type { AgentFeedItem } from '../agent-view.ts'
import type { ContextLedger } from '../context-ledger.ts'
import { MAX_COMPARED } from '../comparison-size.ts'
import { forkReasonSchema } from '../fork-reason.ts'
import type { AgentId } from '../ids.ts'
import { type ModelControls, type ModelOptions, modelOptionsSchema } from '../model-options.ts'
import { outsideValueSchema } from '../outside-session.ts'
import type { Result } from '../result.ts'
import { type AgentSandbox, sandboxLevelSchema } from '../sandbox.ts'
import type { CacheMissView } from '../cache-miss.ts'
import type { TranscriptView } from '../transcript-view.ts'
import { agentId, answerSources, attachmentRefs, eventId, MAX_PROMPT_LENGTH, promptText } from './fields.ts'

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
  readonly clientAction?: 'exit' | 'edit_system'
  /** Set if a turn is running: the text was recorded in the agent's queue and is sent when the turn has ended. */
  readonly queued?: true
  /** The home where a user has to send the queued text. Set if it is another than that of this engine. */
  readonly queuedAt?: string
}

export interface LaterPage {
  /** Oldest first. */
  readonly events: readonly AgentEvent[]
  readonly hasNewer: boolean
}

export interface HistoryPage {
  /** Oldest first. */
  readonly events: readonly AgentEvent[]
  readonly hasOlder: boolean
}

/** The options of an agent for its model. */
export interface AgentOptions {
  readonly options: ModelOptions
  /** Null: the agent has no model, or a pool of several. */
  readonly controls: ModelControls | null
  /** The model's own limit of a reply, tokens; null: not known. */
  readonly maxOutput: number | null
  /** A sentence for each option that is not sent to the model. */
  readonly notes: readonly string[]
}

/** A built-in profile or one of config.json. Missing: none is chosen. */
const profileName = z.string().max(100).optional()

const agentIds = z.array(agentId).max(10_000).readonly()

/** The origin of a page, as it stands in a content security policy. */
const pageOrigin = z
  .string()
  .max(300)
  .regex(/^[a-z][a-z0-9+.-]*:\/\/[A-Za-z0-9.:[\]-]+$/)

/** A background command of an agent. */
const backgroundId = z.object({ agentId, id: z.string().max(20) })

export const agentsContract = {
  /**
   * Creates a root agent. Without a model, it uses that of its profile, else the configured default, or none. REFUSED
   * if there is no such profile.
   */
  create: oc
    .input(
      z.object({
        model: z.string().max(300).optional(),
        name: z.string().max(200).optional(),
        profile: profileName,
      }),
    )
    .output(type<Result<AgentSummary>>()),
  /** One agent's feed; `afterId` is the last event that the subscriber has (0 or missing: start with a snapshot). */
  subscribe: oc
    .input(z.object({ agentId, afterId: eventId.optional() }))
    .output(eventIterator(type<readonly AgentFeedItem[]>())),
  /** Events of the agent's path before `beforeId`, at most `limit`. */
  history: oc
    .input(z.object({ agentId, beforeId: eventId, limit: z.number().int().min(1).max(500) }))
    .output(type<Result<HistoryPage>>()),
  /** Events of the agent's path after `afterId`, at most `limit`, the oldest of them. */
  later: oc
    .input(z.object({ agentId, afterId: eventId, limit: z.number().int().min(1).max(500) }))
    .output(type<Result<LaterPage>>()),
  /**
   * Submits typed input: a prompt, a command, or a script of several lines. `asText`: the whole text is one prompt
   * and none of its lines is a command, because it was not typed (it was pasted, or read from a file). `ifBusy`: what
   * happens to a text that starts a turn while one is running (missing: it is refused); commands are never queued.
   * `attachments`: stored files of the prompt, which may then be empty; REFUSED for anything but a single prompt.
   */
  submit: oc
    .input(
      z.object({
        agentId,
        text: promptText,
        asText: z.boolean().optional(),
        ifBusy: z.enum(['refuse', 'queue']).optional(),
        attachments: attachmentRefs.optional(),
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
  /** Removes an interrupted answer or a merged text from the end of the context; it remains in the log. */
  discard: oc.input(z.object({ agentId, eventId })).output(type<Result<null>>()),
  /**
   * Forks an agent: one child per entry of `models` (none: one child with the parent's model). `atEventId` forks from
   * that settled event instead of the last one, `before` from the place before an event; the children do not inherit
   * that event. `start`: they inherit nothing but the system prompt. With both, the fork is REFUSED. The parent of such
   * children is the agent of the path that the place belongs to; model, profile, folder, sandbox level and denials are
   * those of `agentId`. `prompt` starts the children immediately, with its `attachments`. `reason` is kept in the log;
   * missing: `fork`; so are the `answers` that the children judge or merge. With `before`, `edit` or `retry`, the
   * children also have the system prompt and the options that `agentId` has now. `worktree`: each child works in a git
   * worktree of its own. `profile`: replaces the profile that the children otherwise inherit.
   */
  fork: oc
    .input(
      z.object({
        agentId,
        models: z.array(z.string().max(300)).max(20).readonly(),
        atEventId: eventId.optional(),
        mark: z.string().max(200).optional(),
        prompt: z.string().max(MAX_PROMPT_LENGTH).optional(),
        attachments: attachmentRefs.optional(),
        worktree: z.boolean().optional(),
        before: z.union([eventId, z.literal('start')]).optional(),
        reason: forkReasonSchema.optional(),
        answers: answerSources.optional(),
        profile: profileName,
      }),
    )
    .output(type<Result<readonly AgentSummary[]>>()),
  /**
   * Asks several models at once: the agent answers the prompt with its own model, and one fork per entry of `models`
   * answers the same prompt event. `text` is always a prompt, never a command. Returns the forks, which are named after
   * their models. REFUSED, with nothing recorded, while a turn of the agent is running, or if one of the models is not
   * known.
   */
  ask: oc
    .input(
      z.object({
        agentId,
        text: z.string().max(MAX_PROMPT_LENGTH),
        models: z
          .array(z.string().max(300))
          .min(1)
          .max(MAX_COMPARED - 1)
          .readonly(),
        attachments: attachmentRefs.optional(),
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
  /** Returns why less of the request of an answer was read from the provider's cache than expected, and where it differs. */
  cacheMiss: oc.input(z.object({ agentId, eventId })).output(type<Result<CacheMissView>>()),
  /** Gives an agent a name; empty: its short id is shown. */
  rename: oc.input(z.object({ agentId, name: z.string().max(200) })).output(type<Result<null>>()),
  /**
   * Moves agents, each with all agents below it, into the archive or out of it. Their turns continue. A prompt or a
   * mail to an archived agent takes it out again.
   */
  archive: oc.input(z.object({ agentIds, archived: z.boolean() })).output(type<Result<null>>()),
  /** Pins agents to the top of the tree, or unpins them. */
  pin: oc.input(z.object({ agentIds, pinned: z.boolean() })).output(type<Result<null>>()),
  /** Returns what the agent's context contains now, and which event added each part. */
  context: oc.input(z.object({ agentId })).output(type<Result<ContextLedger>>()),
  /** Returns the system prompt; empty if there is none. */
  systemPrompt: oc.input(z.object({ agentId })).output(type<Result<string>>()),
  /** Returns the agent's options, and what its model takes of them. */
  options: oc.input(z.object({ agentId })).output(type<Result<AgentOptions>>()),
  /** Replaces the options from the next request on; refused while a turn runs. */
  setOptions: oc.input(z.object({ agentId, options: modelOptionsSchema })).output(type<Result<AgentOptions>>()),
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
  /** Returns how far the programs of the agent are confined. */
  sandbox: oc.input(z.object({ agentId })).output(type<Result<AgentSandbox>>()),
  /** From the agent's next call on. Null: as in its profile, as for the parent, or as in config.json. */
  setSandbox: oc
    .input(z.object({ agentId, level: sandboxLevelSchema.nullable() }))
    .output(type<Result<AgentSandbox>>()),
  /**
   * Sets a setting of the outside agent that answers here: now, if its program runs, and whenever a session begins.
   * Holds for the agent's descendants too.
   */
  setOutsideOption: oc
    .input(z.object({ agentId, optionId: z.string().min(1).max(200), value: outsideValueSchema }))
    .output(type<Result<null>>()),
  /** Returns the commands that run in the background of any agent, in all engines that use this data directory. */
  background: oc.output(type<Result<readonly AgentCommand[]>>()),
  /** Returns the end of what a background command has printed. REFUSED if it is not known any more. */
  backgroundOutput: oc.input(backgroundId).output(type<Result<string>>()),
  /** Ends a background command; its agent is informed when it next reads the output. */
  endBackground: oc.input(backgroundId).output(type<Result<null>>()),
  /**
   * Ends a background command and starts it again; its id stays. It has the narrower of the rights with which it began
   * and those of its agent now. REFUSED, and it runs on, where a rule denies it now, its agent works in another folder,
   * or it left the sandbox and its agent's level is stricter now.
   */
  restartBackground: oc.input(backgroundId).output(type<Result<null>>()),
  /**
   * Opens a port on which a background command listens for a browser of this machine. Returns an address that gives
   * one browser access, once and within a minute; what it leads to is closed with the command. `shownIn`: the origin of
   * the page that may show it in a frame; missing: none may. REFUSED if the command does not listen there.
   */
  openPort: oc
    .input(backgroundId.extend({ port: z.number().int().min(1).max(65_535), shownIn: pageOrigin.optional() }))
    .output(type<Result<string>>()),
  /**
   * Makes this home that of an agent of another one, and of those below it that have the same home: they run here, with
   * the keys and rules of this home, in `folder` (null: the workspace). Returns them. REFUSED while a turn of one runs.
   */
  takeOver: oc
    .input(z.object({ agentId, folder: z.string().max(4_096).nullable() }))
    .output(type<Result<readonly AgentSummary[]>>()),
  /** Sets whether mail starts a turn of this agent, with the mail as its prompt. */
  setWakeOnMail: oc.input(z.object({ agentId, wakes: z.boolean() })).output(type<Result<null>>()),
}
