/** The APIs that an endpoint may speak: Chat Completions, Responses, Messages, and that of Gemini. */
export const ENDPOINT_KINDS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const
export type EndpointKind = (typeof ENDPOINT_KINDS)[number]

/**
 * How a key or token is sent. `bearer`: in `Authorization`; `messages`: in `x-api-key` and as bearer, which is what
 * servers that imitate the Messages API read.
 */
export const KEY_HEADERS = ['bearer', 'api-key', 'x-api-key', 'x-goog-api-key', 'messages'] as const
export type KeyHeader = (typeof KEY_HEADERS)[number]

export const KIND_LABELS: Readonly<Record<EndpointKind, string>> = {
  'openai-chat': 'Chat Completions',
  'openai-responses': 'Responses',
  anthropic: 'Messages',
  gemini: 'Gemini',
}

/** How keys are sent where nothing else is said. */
export const USUAL_KEY_HEADER: Readonly<Record<EndpointKind, KeyHeader>> = {
  'openai-chat': 'bearer',
  'openai-responses': 'bearer',
  anthropic: 'messages',
  gemini: 'x-goog-api-key',
}

/** Clouds whose own credentials sign requests or give tokens, and how they are called. */
export const CLOUD_AUTHS = ['google', 'aws', 'azure'] as const
export type CloudAuth = (typeof CLOUD_AUTHS)[number]

export const CLOUD_LABELS: Readonly<Record<CloudAuth, string>> = {
  google: 'Google Cloud',
  aws: 'AWS',
  azure: 'Azure',
}
