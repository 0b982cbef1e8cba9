import type { Endpoint } from '../../../../shared/endpoints/endpoint.ts'
import { NO_CONTROLS } from '../../../../shared/model-options.ts'
import { ENDPOINT } from '../../../../shared/providers.ts'
import { DEFAULT_REPLY_TOKENS } from '../../../../shared/thinking-level.ts'
import type { ReplayedMessage, Vendor } from '../openai-compatible/vendor.ts'
import { LOCAL } from '../openai-compatible/vendors/local.ts'
import { endpointThinking } from './endpoint-thinking.ts'

/** No address of its own, so that every stamp names the host. */
const NO_ADDRESS = 'https://endpoint.invalid'

/** Returns an endpoint with Chat Completions or Responses as a vendor of the adapter for them. */
export function endpointVendor({ kind, quirks }: Endpoint): Vendor {
  const api = kind === 'openai-responses' ? 'responses' : 'chat'
  return {
    name: ENDPOINT,
    baseUrl: NO_ADDRESS,
    api,
    thinking: (_model, level) => endpointThinking(quirks, level, api),
    // A limit is sent only if the model's own or the user's is known: the usual one would cut answers of unknown models.
    outputLimit: (reply, _thinks, isMaximum) =>
      quirks.max_tokens === 'none' || (reply === DEFAULT_REPLY_TOKENS && !isMaximum) ? null : reply,
    prices: null,
    asksForUsage: quirks.stream_options,
    controls: () => ({ ...NO_CONTROLS, maxTemperature: quirks.temperature_max }),
    quietness: 'local',
    replay: (message) => replayed(message, quirks),
    ...(quirks.think_tags ? { hasUnknownTemplates: true } : {}),
    ...(quirks.tool_choice === 'auto' ? { onlyAutoToolChoice: true } : {}),
    ...(quirks.cache ? { cacheFields: ({ key }: { readonly key: string }) => ({ prompt_cache_key: key }) } : {}),
  }
}

function replayed(message: ReplayedMessage, { reasoning_back: back, reasoning_field: field }: Endpoint['quirks']) {
  if (back === 'never') return {}
  const { thinking, details } = message
  if (back === 'always' && details.length === 0) return { [field ?? message.field ?? 'reasoning_content']: thinking }
  return LOCAL.replay({ ...message, field: field ?? message.field })
}
