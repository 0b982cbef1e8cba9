import type { ContentBlock } from '../../../shared/content.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { ProviderName } from '../../../shared/providers.ts'

/** Who a block must come from for its `provider_data` to mean anything: the same company, API and host. */
export interface Origin {
  readonly provider: ProviderName
  readonly endpoint: string
}

/** `messages`, or `messages@127.0.0.1:1234` when requests go to another host than the provider's own. */
export function endpointStamp(api: string, ownHost: string, baseUrl: string | undefined): string {
  if (baseUrl === undefined) return api
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  return host === ownHost ? api : `${api}@${host}`
}

export function isOwn(block: ContentBlock, origin: Origin): boolean {
  return block.provider === origin.provider && block.endpoint === origin.endpoint
}

/** What the origin's adapter stored with the block; null when the block came from elsewhere or nothing was stored. */
export function ownData(block: ContentBlock, origin: Origin): JsonObject | null {
  return isOwn(block, origin) ? (block.provider_data ?? null) : null
}
