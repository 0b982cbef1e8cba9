import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { companyModelOf } from '../../../shared/endpoints/company-model.ts'
import { fileTarget } from '../../../shared/model-content.ts'
import { unsentOptions } from '../../../shared/model-options.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import type { PlainData } from '../../../shared/plain-request.ts'
import { OUTSIDE } from '../../../shared/providers.ts'
import { type AgentIdentity, systemBlocks, withIdentities } from '../agents/agent-identity.ts'
import { withCachePlan } from '../caching/cache-plan.ts'
import { withinFileLimits, withoutLargePictures } from '../content/file-limits.ts'
import type { KnownFiles } from '../content/content-files.ts'
import { appliedOptions } from '../models/request-options.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelCatalog, ModelRequest, Provider } from '../ports/provider-ports.ts'
import type { Tool } from '../ports/tool-ports.ts'
import {
  type AssembledTranscript,
  assembleTranscript,
  type TranscriptInput,
} from '../transcript/assemble-transcript.ts'
import { plainRequest } from '../transcript/plain-rendering.ts'
import type { TranscriptTarget } from '../transcript/transcript-target.ts'
import { isByModel } from '../context/reported-size.ts'
import type { GrowingTranscript } from '../transcript/growing-transcript.ts'
import { toolsForContext } from '../context/tools-for-context.ts'
import { resultLimit, type ResultSettings, withOutputLimit } from '../context/output-limit.ts'
import type { AgentEvent } from '../../../shared/agent-event.ts'
import { DEFAULT_SYSTEM_PROMPT } from './prompts.ts'
import { defined } from '../../../shared/defined.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'

export interface AssembledRequest extends AssembledTranscript {
  readonly target: TranscriptTarget
  /** How the request is rendered. Missing: completely. */
  readonly plain?: PlainData
}

/** What of a context is sent. */
interface RequestContext {
  readonly items: readonly AgentEvent[]
  readonly system: string | null
  readonly options: ContextReplay['options']
  /** As in `ContextReplay`. */
  readonly prefixChangedAt: EventId | null
}

/** Where a request goes, and what is not sent there. */
interface Endpoint {
  readonly endpoint: Provider['endpoint']
  readonly leftOut?: Provider['leftOut']
}

/** Returns the model request for a context, for a turn or for display. */
export function assembleRequest(
  context: RequestContext,
  {
    files,
    identities,
    choice,
    provider,
    tools,
    resumesPause,
    now,
    growing,
  }: {
    /** Texts and absences of the files of the context. */
    readonly files: KnownFiles
    /** Notes of the agent and its ancestors, the root first. */
    readonly identities: readonly AgentIdentity[]
    readonly choice: ModelChoice
    readonly provider: Endpoint
    readonly tools: readonly Tool[]
    readonly resumesPause: boolean
    /** The time of the request, ms since the epoch. */
    readonly now: number
    /** The earlier transcripts of this context; missing: everything is rendered. */
    readonly growing?: GrowingTranscript
  },
  settings: { readonly config: Config; readonly catalog: ModelCatalog },
): AssembledRequest {
  const { options, instruction } = appliedOptions(context.options, choice, settings.catalog)
  const isOutside = choice.provider === OUTSIDE
  const input: TranscriptInput = {
    context: isOutside ? outsideContext(context.items) : withIdentities(context.items, identities),
    target: requestTarget(choice, provider.endpoint, settings),
    files,
    system: [
      ...(isOutside ? outsideSystem(context.system) : systemBlocks(context.system, identities)),
      ...(instruction === null ? [] : [instruction]),
    ],
    tools: isOutside
      ? []
      : toolsForContext(context.items, tools, settings.config, choice.provider).map(({ definition }) => definition),
    options,
    prefixChangedAt: context.prefixChangedAt,
    resumesPause,
  }
  const { request: unlimited, report } = growing === undefined ? assembleTranscript(input) : growing.assemble(input)
  const { request: fitting, files: sentFiles, notSent } = withinFileLimits(choice.provider, unlimited, report.files)
  const request = withOutputLimit(fitting, choice, settings, options)
  const plain = sentAsBefore(request, { context, choice, target: input.target })
  const sent = plain?.request ?? request
  const refused = provider.leftOut?.(request) ?? []
  const unsent = unsentOptions(context.options, settings.catalog.controls(choice), refused)
  return {
    request: withCachePlan(sent, { context, choice, identities, config: settings.config, now }),
    report: {
      ...report,
      files: sentFiles,
      ...defined({
        options: unsent.length > 0 ? unsent : undefined,
        plain: plain === null ? undefined : plain.data.left_out,
        filesNotSent: notSent ?? undefined,
      }),
    },
    target: input.target,
    ...defined({ plain: plain === null ? undefined : plain.data }),
  }
}

/** The request in the form in which the last answer was asked for, if a refusal was the reason and still may be. */
function sentAsBefore(
  request: ModelRequest,
  {
    context,
    choice,
    target,
  }: { readonly context: RequestContext; readonly choice: ModelChoice; readonly target: TranscriptTarget },
): { readonly request: ModelRequest; readonly data: PlainData } | null {
  const before = plainBefore(context, choice)
  if (before === null) return null
  const { image_side: side } = before
  if (side === undefined) {
    const plain = plainRequest(request, target)
    return plain === null ? null : { request: plain.request, data: { left_out: plain.leftOut } }
  }
  const smaller = withoutLargePictures(request, side)
  return smaller === null ? null : { request: smaller, data: { left_out: before.left_out, image_side: side } }
}

/** How the last answer was sent to the same model. Null: completely, or something before it has changed since. */
function plainBefore({ items, prefixChangedAt }: RequestContext, choice: ModelChoice): PlainData | null {
  const last = items.findLast((event) => event.kind === 'assistant')
  if (last?.kind !== 'assistant' || last.data.plain === undefined) return null
  return isByModel(last, choice) && last.id > (prefixChangedAt ?? 0) ? last.data.plain : null
}

/**
 * The part of a context that is sent to an outside agent: its program reads instruction files itself, and the notes and
 * the tools of ikigai's agents are not its own.
 */
function outsideContext(items: readonly AgentEvent[]): readonly AgentEvent[] {
  return items.some(({ kind }) => kind === 'instructions') ? items.filter(({ kind }) => kind !== 'instructions') : items
}

/** The user's own system prompt. The default one describes tools that an outside agent does not have. */
function outsideSystem(system: string | null): readonly string[] {
  return system === null || system === DEFAULT_SYSTEM_PROMPT ? [] : [system]
}

/** Returns what a transcript for this choice is rendered for. */
export function requestTarget(
  choice: ModelChoice,
  endpoint: string,
  { config, catalog }: ResultSettings,
): TranscriptTarget {
  const known = catalog.find(choice.provider, choice.model)
  const as = companyModelOf(choice, config.endpoints) ?? undefined
  const target = { ...fileTarget(choice, known), model: wireModelName(choice), ...defined({ as }), endpoint }
  return { ...target, ...resultLimit(choice, { config, catalog }) }
}
