import type { PresetName } from '../../../src/shared/endpoints/endpoint-presets.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import type { Dialect } from './dialect.ts'
import { objectOf } from './read-json.ts'

const PROJECT = '/v1/projects/p1/locations/global'
const GEMINI = 'gemini-3.8-flash'
const VERTEX_CLAUDE = 'claude-haiku-4-5@20251001'
/** Anthropic's own fields that its API has at clouds too. */
const MESSAGES = ['messages', 'system', 'tools', 'tool_choice', 'stream', 'temperature', 'max_tokens', 'thinking']

/** Codes of Google by status. */
const GOOGLE_CODES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
}

function googleError(code: number, message: string): JsonObject {
  return { error: { code, message, status: GOOGLE_CODES[code] ?? 'UNKNOWN' } }
}

/** The gateway of Azure, in front of the model. */
function azureError(status: number, message: string): JsonObject {
  return { error: { code: String(status), message } }
}

function awsError(_status: number, message: string): JsonObject {
  return { message }
}

type CloudName = Extract<PresetName, 'azure' | 'foundry' | 'vertex' | 'vertex-claude' | 'bedrock' | 'bedrock-claude'>

/** What the clouds accept. Sources: their own pages, November 2026. */
export const CLOUD_DIALECTS: Readonly<Record<CloudName, Dialect>> = {
  azure: {
    base: '/openai/v1',
    path: '/responses',
    api: 'responses',
    model: 'team-gpt',
    models: /^team-gpt$/,
    fields: [
      'model',
      'input',
      'instructions',
      'tools',
      'tool_choice',
      'parallel_tool_calls',
      'stream',
      'store',
      'temperature',
      'max_output_tokens',
      'include',
      'reasoning',
      'prompt_cache_key',
    ],
    key: 'api-key',
    errorBody: azureError,
  },
  foundry: {
    base: '/anthropic',
    path: '/v1/messages',
    api: 'messages',
    model: 'claude-haiku-4-5',
    hasNoList: true,
    fields: ['model', ...MESSAGES],
    key: 'api-key',
    errorBody: azureError,
  },
  vertex: {
    base: PROJECT,
    path: `/publishers/google/models/${GEMINI}:streamGenerateContent`,
    api: 'gemini',
    model: GEMINI,
    hasNoList: true,
    fields: ['contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig', 'safetySettings'],
    key: 'bearer',
    errorBody: googleError,
    refuses: (body) =>
      objectOf(body['generationConfig'])['thinkingConfig'] === undefined ? 'thinking_config must be set' : null,
  },
  'vertex-claude': {
    base: PROJECT,
    path: `/publishers/anthropic/models/${VERTEX_CLAUDE}:streamRawPredict`,
    api: 'messages',
    model: VERTEX_CLAUDE,
    hasNoList: true,
    fields: ['anthropic_version', ...MESSAGES],
    key: 'bearer',
    errorBody: googleError,
    refuses: ({ anthropic_version: version, stream }) => {
      if (version !== 'vertex-2023-10-16') return 'anthropic_version: Field required'
      return stream === true ? null : 'stream: must be true for streamRawPredict'
    },
  },
  bedrock: {
    base: '/openai/v1',
    path: '/chat/completions',
    api: 'chat',
    model: 'openai.gpt-oss-120b',
    hasNoList: true,
    fields: [
      'model',
      'messages',
      'tools',
      'tool_choice',
      'stream',
      'stream_options',
      'temperature',
      'max_completion_tokens',
      'reasoning_effort',
    ],
    key: 'bearer',
    errorBody: awsError,
  },
  'bedrock-claude': {
    base: '/anthropic',
    path: '/v1/messages',
    api: 'messages',
    model: 'eu.anthropic.claude-haiku-4-5-20251001-v1:0',
    models: /^(?:[a-z]+\.)?anthropic\.claude-[\w.-]+:\d$/,
    hasNoList: true,
    fields: ['model', ...MESSAGES],
    key: 'bearer',
    errorBody: awsError,
  },
}
