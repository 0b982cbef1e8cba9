import { modelAtEndpoint } from '../../../../shared/endpoints/endpoint-model.ts'
import type { Endpoint } from '../../../../shared/endpoints/endpoint.ts'
import type { ModelInfo } from '../../../../shared/model-info.ts'
import { ENDPOINT } from '../../../../shared/providers.ts'
import { err, mapOk, ok, type Result } from '../../../../shared/result.ts'
import type { ModelRequest, Provider, ProviderCallOptions, ProviderEvent } from '../../../core/ports/provider-ports.ts'
import { endpointRequest } from './endpoint-body.ts'

/**
 * Returns the adapter of an endpoint under its own name: models are `NAME/MODEL` for ikigai, and `MODEL` for the server.
 */
export function namedProvider(endpoint: Endpoint, inner: Provider): Provider {
  const { name, quirks } = endpoint
  const asSent = (request: ModelRequest): ModelRequest =>
    endpointRequest({ ...request, model: modelAtEndpoint(request.model) }, quirks)

  async function* stream(request: ModelRequest, options: ProviderCallOptions): AsyncGenerator<ProviderEvent> {
    for await (const event of inner.stream(asSent(request), options)) yield withName(event, name)
  }

  return {
    name: ENDPOINT,
    endpoint: inner.endpoint,
    stream,
    render: (request) => inner.render(asSent(request)),
    leftOut: (request) => inner.leftOut?.(asSent(request)) ?? [],
    firstWriteMinimum: (model) => inner.firstWriteMinimum?.(modelAtEndpoint(model)) ?? null,
    picturesIn: (block) => inner.picturesIn?.(block) ?? [],
    listModels: async (signal) => listed(await inner.listModels(signal), endpoint),
  }
}

function withName(event: ProviderEvent, name: string): ProviderEvent {
  if ((event.type !== 'start' && event.type !== 'done') || event.model === undefined || event.model === '') return event
  return { ...event, model: `${name}/${event.model}` }
}

/** What the entry names counts, also where the server has no list or says less. */
function listed(result: Result<readonly ModelInfo[]>, endpoint: Endpoint): Result<readonly ModelInfo[]> {
  const known = knownModels(endpoint)
  if (!result.ok) {
    if (result.error.category !== 'NOT_FOUND') return result
    return known.length > 0 ? ok(known) : withoutList(endpoint)
  }
  return mapOk(result, (models) => {
    const ids = new Set(known.map(({ id }) => id))
    const others = models.map((model): ModelInfo => ({
      ...model,
      provider: ENDPOINT,
      id: `${endpoint.name}/${model.id}`,
    }))
    return [...known, ...others.filter(({ id }) => !ids.has(id))]
  })
}

/** A server that knows no list answers as one whose address is wrong. */
function withoutList({ label }: Endpoint): Result<never> {
  const message = `${label} has no list of models at its address. Name models in its entry, or correct its address.`
  return err({ category: 'NOT_FOUND', message, retryable: false })
}

/** Returns the models that the entry of an endpoint names. */
function knownModels({ name, models }: Endpoint): readonly ModelInfo[] {
  return models.map(({ id, contextWindow, maxOutput }) => ({
    provider: ENDPOINT,
    id: `${name}/${id}`,
    name: id,
    contextWindow,
    maxOutput,
    prices: [],
    endsOn: null,
    thinking: null,
  }))
}
