import type { ContentBlock } from '../../../shared/content.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { ProviderName } from '../../../shared/providers.ts'

/** The required source of a block whose `provider_data` is used: the same company, API and host. */
export interface Origin {
  readonly provider: ProviderName
  readonly endpoint: string
}

/** Returns `messages`, or `messages@127.0.0.1:1234` if requests go to another host than the provider's own. */
export function endpointStamp(api: string, ownHost: string, baseUrl: string | undefined): string {
  if (baseUrl === undefined) return api
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  return host === ownHost ? api : `${api}@${host}`
}

export function isOwn(block: ContentBlock, origin: Origin): boolean {
  return block.provider === origin.provider && block.endpoint === origin.endpoint
}

/** Returns the data that the origin's adapter stored with the block; null: the block has another origin, or no data. */
export function ownData(block: ContentBlock, origin: Origin): JsonObject | null {
  return isOwn(block, origin) ? (block.provider_data ?? null) : null
}
