import type { AgentId } from '../../../shared/ids.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { type UnsentOption, unsentOptions } from '../../../shared/model-options.ts'
import type { ProviderName } from '../../../shared/providers.ts'
import { err, mapOk, ok, type Result } from '../../../shared/result.ts'
import type { PlainData } from '../../../shared/plain-request.ts'
import type { FilesNotSent } from '../../../shared/response-data.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'
import type { TranscriptReport } from '../../../shared/transcript-view.ts'
import type { ModelRequest, Provider } from '../ports/provider-ports.ts'
import type { Logger } from '../ports/system-ports.ts'
import type { TranscriptTarget } from '../transcript/transcript-target.ts'
import { GrowingTranscript } from '../transcript/growing-transcript.ts'
import { assembleRequest } from './assemble-request.ts'
import { readWithRetry } from './retry-storage.ts'
import type { Turn } from './turn.ts'
import type { TurnServices } from './turn-services.ts'
import { windowProblem } from './window-problem.ts'
import { defined } from '../../../shared/defined.ts'
import type { Tool } from '../ports/tool-ports.ts'

/** A request that may be sent, and where. */
export interface Prepared {
  readonly provider: Provider
  readonly request: ModelRequest
  /** What the final answer must follow, as the user gave it. */
  readonly schema: JsonObject | undefined
  readonly target: TranscriptTarget
  /** How the request is rendered. Missing: completely. */
  readonly plain?: PlainData
  /** Files that are left out because all together exceed a limit. Missing: none. */
  readonly filesNotSent?: FilesNotSent
  /** Returns what the request did not contain of the agent's options. Complete after the response. */
  unsentOptions(): readonly UnsentOption[]
}

/**
 * Assembles the next request of a turn, with the bytes of its files, and checks that the window can contain it.
 */
export async function prepareRequest(
  turn: Turn,
  options: { readonly tools: readonly Tool[]; readonly resumesPause: boolean },
  { contexts, identities, contentFiles, config, catalog, logger, clock }: TurnServices,
): Promise<Result<Prepared>> {
  const made = await turn.provider()
  if (!made.ok) return made
  const context = await readWithRetry(() => contexts.contextOf(turn.agentId), turn.signal, { clock })
  if (!context.ok) return context
  const provider = made.value
  const readIdentities = () => identities.identitiesOf(turn.agentId, context.value.items, true)
  const about = await readWithRetry(readIdentities, turn.signal, { clock })
  if (!about.ok) return about
  const files = await readWithRetry(() => contentFiles.filesIn(context.value.items), turn.signal, { clock })
  if (!files.ok) return files
  const known = { files: files.value, identities: about.value, growing: transcriptOf(context.value) }
  const requestOptions = { ...options, ...known, choice: turn.choice, provider, now: clock.now() }
  const { request, report, target, plain } = assembleRequest(context.value, requestOptions, { config, catalog })
  logRepairs(report, { agentId: turn.agentId, provider: provider.name }, logger)
  // A long request is not searched for files that it does not have.
  const hasFiles = report.files.length > 0
  const tooLong = windowProblem(request, turn.choice, catalog)
  if (tooLong !== null) return err(tooLong)
  await contentFiles.keepWhole(report.shortened ?? [], context.value.items, files.value.texts)
  const withBytes = () => contentFiles.withBytes(request)
  const complete = hasFiles ? await readWithRetry(withBytes, turn.signal, { clock }) : ok(request)
  const agentOptions = context.value.options
  const controls = catalog.controls(turn.choice)
  return mapOk(complete, (whole) => ({
    provider,
    request: whole,
    schema: agentOptions.schema,
    target,
    ...defined({ plain, filesNotSent: report.filesNotSent }),
    unsentOptions: () => unsentOptions(agentOptions, controls, provider.leftOut?.(whole) ?? []),
  }))
}

/** The transcripts of the contexts in memory, so that a request renders only what is new since the last one. */
const transcripts = new WeakMap<ContextReplay, GrowingTranscript>()

function transcriptOf(context: ContextReplay): GrowingTranscript {
  const known = transcripts.get(context) ?? new GrowingTranscript()
  transcripts.set(context, known)
  return known
}

/**
 * Logs the transcript rules that were broken and repaired before the request was sent, with canonical ids. Each is a
 * bug in ikigai (docs/behaviour/transcript.md#repair).
 */
export function logRepairs(
  { violations }: TranscriptReport,
  { agentId, provider }: { readonly agentId: AgentId; readonly provider: ProviderName },
  logger: Logger,
): void {
  for (const { rule, detail, eventId, callIds } of violations) {
    const where = { agent: agentId, provider, event: eventId, calls: callIds }
    logger.warn('A transcript broke a rule and was repaired', { rule, detail, ...where })
  }
}
