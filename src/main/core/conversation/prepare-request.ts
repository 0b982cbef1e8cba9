import type { JsonObject } from '../../../shared/json.ts'
import { type UnsentOption, unsentOptions } from '../../../shared/model-options.ts'
import { err, mapOk, ok, type Result } from '../../../shared/result.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'
import { filesProblem } from '../content/file-limits.ts'
import type { ModelRequest, Provider } from '../ports/provider-ports.ts'
import { GrowingTranscript } from '../transcript/growing-transcript.ts'
import { assembleRequest, type RequestOptions } from './assemble-request.ts'
import { logRepairs } from './log-repairs.ts'
import { readWithRetry } from './retry-storage.ts'
import type { Turn, TurnDependencies } from './turn.ts'

/** A request that may be sent, and where. */
export interface Prepared {
  readonly provider: Provider
  readonly request: ModelRequest
  /** What the final answer must follow, as the user gave it. */
  readonly schema: JsonObject | undefined
  /** Returns what the request did not contain of the agent's options. Complete after the response. */
  unsentOptions(): readonly UnsentOption[]
}

/**
 * Assembles the next request of a turn, with the bytes of its files. Checks the limits on files before anything is
 * sent.
 */
export async function prepareRequest(
  turn: Turn,
  options: Pick<RequestOptions, 'resumesPause' | 'tools' | 'mayCallTools'>,
  { contexts, identities, contentFiles, config, catalog, logger, clock }: TurnDependencies,
): Promise<Result<Prepared>> {
  const made = await turn.provider()
  if (!made.ok) return made
  const context = await readWithRetry(() => contexts.of(turn.agentId), turn.signal, { clock })
  if (!context.ok) return context
  const provider = made.value
  const readIdentities = () => identities.of(turn.agentId, context.value.items, true)
  const about = await readWithRetry(readIdentities, turn.signal, { clock })
  if (!about.ok) return about
  const files = await readWithRetry(() => contentFiles.known(context.value.items), turn.signal, { clock })
  if (!files.ok) return files
  const known = { files: files.value, identities: about.value, growing: transcriptOf(context.value) }
  const requestOptions = { ...options, ...known, choice: turn.choice, provider, now: clock.now() }
  const { request, report } = assembleRequest(context.value, requestOptions, { config, catalog })
  logRepairs(report, { agentId: turn.agentId, provider: provider.name }, logger)
  // A long request is not searched for files that it does not have.
  const hasFiles = report.files.length > 0
  const problem = hasFiles ? filesProblem(provider.name, request) : null
  if (problem !== null) return err(problem)
  const withBytes = () => contentFiles.withBytes(request)
  const complete = hasFiles ? await readWithRetry(withBytes, turn.signal, { clock }) : ok(request)
  const agentOptions = context.value.options
  const controls = catalog.controls(turn.choice)
  return mapOk(complete, (whole) => ({
    provider,
    request: whole,
    schema: agentOptions.schema,
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
