import { ANTHROPIC_CACHES, GOOGLE_CACHES, OPENAI_CACHES, OPENROUTER_CACHES } from './provider-caches.ts'
import { CHAT_CONTENT, COMMON_IMAGES, CONTENT_LIMITS, MEGABYTE, PDF } from './provider-content.ts'
import {
  ANTHROPIC_FILE_TOKENS,
  GOOGLE_FILE_TOKENS,
  MOONSHOT_FILE_TOKENS,
  OPENAI_FILE_TOKENS,
  XAI_FILE_TOKENS,
} from './provider-file-tokens.ts'
import {
  ANTHROPIC_TOOLS,
  GATEWAY_TOOLS,
  GOOGLE_TOOLS,
  MOONSHOT_TOOLS,
  OPENAI_TOOLS,
  PLAIN_TOOLS,
} from './tool-schema/tool-rules.ts'
import { CHAT_TRAITS, ENCRYPTED_REASONING, MAX_ID } from './transcript-traits.ts'
import type { ApiProviderRow, ProviderRow } from './provider-row.ts'
import { ENDPOINTS, OUTSIDE_AGENTS } from './gateway-rows.ts'

/** One row per provider, named after the company. The order of the rows is the order of every list. */
const ROWS = {
  anthropic: {
    label: 'Anthropic',
    leaf: 'lance',
    models: [/^claude-./],
    isGateway: false,
    keyVariables: ['ANTHROPIC_API_KEY'],
    keyPage: 'https://console.anthropic.com/settings/keys',
    baseUrlVariables: ['ANTHROPIC_BASE_URL'],
    sdkAddsVersion: true,
    defaultModel: 'claude-sonnet-5-5',
    transcript: {
      ...CHAT_TRAITS,
      toolIds: { form: 'prefixed', prefix: 'toolu_', maxLength: MAX_ID },
      signatureKeys: ['signature', 'redacted'],
      pairsServerTools: true,
      toolCallsLast: true,
      errorResultsAreText: true,
      maxTools: Number.POSITIVE_INFINITY,
    },
    rules: 'anthropic',
    tools: ANTHROPIC_TOOLS,
    content: {
      images: COMMON_IMAGES,
      pdf: true,
      audio: [],
      inResults: [...COMMON_IMAGES, PDF],
      limits: {
        imageBytes: 7.5 * MEGABYTE,
        imageSide: 8_000,
        pdfPages: 100,
        images: 100,
        countsPages: true,
        bytes: 23_000_000,
        many: { above: 20, side: 2_000 },
      },
    },
    inputs: [[/^claude-/, ['image', 'pdf']]],
    fileTokens: ANTHROPIC_FILE_TOKENS,
    caches: ANTHROPIC_CACHES,
  },
  openai: {
    label: 'OpenAI',
    leaf: 'round',
    models: [/^(gpt|chatgpt)-./, /^o\d(-.|$)/, /^chat-latest$/],
    isGateway: false,
    keyVariables: ['OPENAI_API_KEY'],
    keyPage: 'https://platform.openai.com/api-keys',
    baseUrlVariables: ['OPENAI_BASE_URL'],
    sdkAddsVersion: false,
    defaultModel: 'gpt-6.1-terra',
    transcript: {
      ...CHAT_TRAITS,
      toolIds: { form: 'prefixed', prefix: 'call_', maxLength: MAX_ID },
      requiresAlternatingRoles: false,
      signatureKeys: ENCRYPTED_REASONING,
      pairsReasoningItems: true,
    },
    rules: 'openai',
    tools: OPENAI_TOOLS,
    content: {
      images: COMMON_IMAGES,
      pdf: true,
      audio: [],
      inResults: [...COMMON_IMAGES, PDF],
      limits: { ...CONTENT_LIMITS, imageBytes: 50_000_000, images: 1_500, bytes: 50_000_000 },
    },
    inputs: [
      [/^(o1-mini|o1-preview|o3-mini|gpt-3|gpt-oss|gpt-4(-|$)(?!turbo))/, []],
      [/^(gpt-|chatgpt-|o\d)/, ['image', 'pdf']],
    ],
    fileTokens: OPENAI_FILE_TOKENS,
    caches: OPENAI_CACHES,
  },
  google: {
    label: 'Google',
    leaf: 'clover',
    models: [/^(gemini|gemma)-./],
    isGateway: false,
    keyVariables: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'],
    keyPage: 'https://aistudio.google.com/apikey',
    baseUrlVariables: ['GOOGLE_GEMINI_BASE_URL'],
    sdkAddsVersion: true,
    defaultModel: 'gemini-3.8-flash',
    transcript: {
      ...CHAT_TRAITS,
      toolIds: { form: 'prefixed', prefix: 'call_', maxLength: MAX_ID },
      signatureKeys: ['signatures'],
      toolName: /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
    },
    rules: 'gemini',
    tools: GOOGLE_TOOLS,
    content: {
      images: ['image/png', 'image/jpeg', 'image/webp', 'image/heic'],
      pdf: true,
      audio: ['audio/wav', 'audio/mpeg', 'audio/flac', 'audio/ogg'],
      inResults: ['image/png', 'image/jpeg', 'image/webp', PDF],
      limits: { ...CONTENT_LIMITS, imageBytes: 15_000_000, images: 3_600, bytes: 15_000_000 },
    },
    inputs: [
      [/^gemini-.*(tts|embedding)/, []],
      [/^gemini-/, ['image', 'pdf', 'audio']],
      [/^gemma-?[3-9]/, ['image']],
    ],
    fileTokens: GOOGLE_FILE_TOKENS,
    caches: GOOGLE_CACHES,
  },
  xai: {
    label: 'xAI',
    leaf: 'needles',
    models: [/^grok-./],
    isGateway: false,
    keyVariables: ['XAI_API_KEY'],
    keyPage: 'https://console.x.ai',
    baseUrlVariables: ['XAI_BASE_URL'],
    sdkAddsVersion: false,
    defaultModel: 'grok-4.7',
    transcript: { ...CHAT_TRAITS, requiresAlternatingRoles: false, pairsReasoningItems: true },
    rules: 'openai',
    tools: OPENAI_TOOLS,
    content: { ...CHAT_CONTENT, images: ['image/png', 'image/jpeg'] },
    inputs: [
      [/^(grok-code|grok-[23](-|$)(?!vision))/, []],
      [/^grok-/, ['image']],
    ],
    fileTokens: XAI_FILE_TOKENS,
    caches: null,
  },
  meta: {
    label: 'Meta',
    leaf: 'seed',
    models: [/^(muse|llama)-./],
    isGateway: false,
    // Its own documents use the second one; the last one is that of the Llama API, which this API replaced.
    keyVariables: ['META_API_KEY', 'MODEL_API_KEY', 'LLAMA_API_KEY'],
    keyPage: 'https://dev.meta.ai',
    baseUrlVariables: ['META_BASE_URL', 'LLAMA_BASE_URL'],
    sdkAddsVersion: false,
    defaultModel: null,
    transcript: { ...CHAT_TRAITS, pairsReasoningItems: true },
    rules: 'openai',
    tools: OPENAI_TOOLS,
    content: CHAT_CONTENT,
    inputs: [[/^(muse-|llama-?4)/, ['image']]],
    fileTokens: OPENAI_FILE_TOKENS,
    caches: null,
  },
  mistral: {
    label: 'Mistral',
    leaf: 'ginkgo',
    models: [
      /^(mistral|ministral|magistral|codestral|devstral|pixtral|voxtral|labs)-./,
      /^open-(mistral|mixtral|codestral)-./,
      // Models of other companies that Mistral serves, under names of its own.
      /^zai-glm-./,
      /^deepseek-v4-1-flash(-\d{4})?$/,
    ],
    isGateway: false,
    keyVariables: ['MISTRAL_API_KEY'],
    keyPage: 'https://console.mistral.ai/api-keys',
    baseUrlVariables: ['MISTRAL_BASE_URL'],
    sdkAddsVersion: false,
    defaultModel: 'mistral-medium-latest',
    transcript: { ...CHAT_TRAITS, toolIds: { form: 'nine' }, requiresAssistantBetweenToolAndUser: true },
    rules: 'mistral',
    tools: OPENAI_TOOLS,
    content: {
      ...CHAT_CONTENT,
      pdf: true,
      onlyScans: true,
      audio: ['audio/wav', 'audio/mpeg'],
      // From its page on vision, in editions up to 2025; newer ones name no number of pictures.
      limits: { ...CONTENT_LIMITS, images: 8 },
    },
    inputs: [
      [/^voxtral/, ['audio']],
      [/^(mistral-(small|medium|large)|ministral|magistral|pixtral)/, ['image', 'pdf']],
    ],
    fileTokens: OPENAI_FILE_TOKENS,
    caches: null,
  },
  moonshot: {
    label: 'Moonshot',
    leaf: 'willow',
    models: [/^(kimi|moonshot)-./],
    isGateway: false,
    keyVariables: ['MOONSHOT_API_KEY'],
    keyPage: 'https://platform.moonshot.ai/console/api-keys',
    baseUrlVariables: ['MOONSHOT_BASE_URL'],
    sdkAddsVersion: false,
    defaultModel: 'kimi-k3.1-pro',
    transcript: {
      ...CHAT_TRAITS,
      toolIds: { form: 'counted' },
      requiresAlternatingRoles: false,
      // `$web_search` is the provider's own search.
      toolName: /^(\$web_search|[A-Za-z][A-Za-z0-9_-]{0,63})$/,
    },
    rules: 'moonshot',
    tools: MOONSHOT_TOOLS,
    content: CHAT_CONTENT,
    inputs: [[/^kimi-(k2[.-][5-9](?!\d)|k[3-9]|latest)|^moonshot-.*vision/, ['image']]],
    fileTokens: MOONSHOT_FILE_TOKENS,
    caches: null,
  },
  openrouter: {
    label: 'OpenRouter',
    leaf: 'seed',
    models: [],
    isGateway: true,
    keyVariables: ['OPENROUTER_API_KEY'],
    keyPage: 'https://openrouter.ai/settings/keys',
    baseUrlVariables: ['OPENROUTER_BASE_URL'],
    sdkAddsVersion: false,
    defaultModel: null,
    transcript: CHAT_TRAITS,
    rules: 'openai',
    tools: GATEWAY_TOOLS,
    content: CHAT_CONTENT,
    inputs: null,
    fileTokens: OPENAI_FILE_TOKENS,
    caches: OPENROUTER_CACHES,
  },
  /** Any OpenAI-compatible server on this machine. Most need no key; some can be configured to require one. */
  local: {
    label: 'Local',
    leaf: 'acorn',
    models: [],
    isGateway: true,
    keyVariables: ['LOCAL_API_KEY'],
    keyPage: null,
    baseUrlVariables: ['LOCAL_BASE_URL'],
    sdkAddsVersion: false,
    defaultModel: null,
    transcript: CHAT_TRAITS,
    rules: 'openai',
    tools: PLAIN_TOOLS,
    content: { ...CHAT_CONTENT, images: ['image/png', 'image/jpeg'] },
    inputs: [[/(^|[-/])(vl|vision|llava|pixtral|minicpm-v|moondream|internvl)|vl(:|-|$)/, ['image']]],
    fileTokens: OPENAI_FILE_TOKENS,
    caches: null,
  },
} satisfies Readonly<Record<string, ApiProviderRow>>

/** The provider in whose place outside agents answer; their names begin with `acp/`. */
export const OUTSIDE = 'acp'
/** The provider of all models of endpoints: servers that the user named in config.json. Their names begin with that of the endpoint. */
export const ENDPOINT = 'endpoint'

/** A provider with an API. */
export type ApiProviderName = keyof typeof ROWS
export type ProviderName = ApiProviderName | typeof OUTSIDE | typeof ENDPOINT

export const API_PROVIDERS: Readonly<Record<ApiProviderName, ApiProviderRow>> = ROWS
export const PROVIDERS: Readonly<Record<ProviderName, ProviderRow>> = {
  ...ROWS,
  [OUTSIDE]: OUTSIDE_AGENTS,
  [ENDPOINT]: ENDPOINTS,
}

/** The providers with an API. */
export const PROVIDER_NAMES: readonly ApiProviderName[] = Object.keys(ROWS).filter(isProviderName)
/** All that may answer: the providers with an API, outside agents and endpoints. */
export const ANSWERING: readonly ProviderName[] = [...PROVIDER_NAMES, OUTSIDE, ENDPOINT]

/** Returns whether a text is the name of a provider with an API: `anthropic`, `local`. */
export function isProviderName(text: string): text is ApiProviderName {
  return Object.hasOwn(ROWS, text)
}
