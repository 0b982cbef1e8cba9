import type { JsonObject } from '../../../src/shared/json.ts'
import type { PresetName } from '../../../src/shared/endpoints/endpoint-presets.ts'
import { CLOUD_DIALECTS } from './cloud-dialects.ts'
import { assistants, type Dialect } from './dialect.ts'
import { objectOf, objectsOf, textOf } from './read-json.ts'

const CHAT = ['model', 'messages', 'tools', 'tool_choice', 'stream', 'temperature']
const ASSISTANT = ['role', 'content', 'tool_calls']
const MESSAGES = [
  'model',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'stream',
  'temperature',
  'max_tokens',
  'thinking',
]

const hasTools = (body: JsonObject): boolean => objectsOf(body['tools']).length > 0
const hasStrict = (body: JsonObject): boolean =>
  objectsOf(body['tools']).some((tool) => objectOf(tool['function'])['strict'] !== undefined)

const glm: Dialect = {
  path: '/chat/completions',
  api: 'chat',
  model: 'glm-5.2',
  fields: [...CHAT, 'max_tokens', 'thinking', 'reasoning_effort', 'tool_stream'],
  assistantFields: [...ASSISTANT, 'reasoning_content'],
  key: 'bearer',
  refuses: (body) => {
    if (body['tool_choice'] !== undefined && body['tool_choice'] !== 'auto') return 'tool_choice only supports auto'
    if (hasStrict(body)) return 'strict is not supported'
    const users = objectsOf(body['messages']).filter(({ role }) => role === 'user')
    return users.length === 0 ? 'at least one user message is required' : null
  },
}

/** One dialect for each service. */
export const DIALECTS: Readonly<Record<PresetName, Dialect>> = {
  ...CLOUD_DIALECTS,
  groq: {
    path: '/chat/completions',
    api: 'chat',
    model: 'openai/gpt-oss-120b',
    fields: [...CHAT, 'max_completion_tokens', 'stream_options', 'disable_tool_validation', 'parallel_tool_calls'],
    assistantFields: [...ASSISTANT, 'reasoning'],
    key: 'bearer',
    refuses: (body) => {
      if (objectsOf(body['messages']).some(({ name }) => name !== undefined)) return 'messages[].name is not supported'
      const called = assistants(body).some((message) => objectsOf(message['tool_calls']).length > 0)
      return called && !hasTools(body) && body['disable_tool_validation'] !== true
        ? 'attempted to call tool which was not in request.tools'
        : null
    },
  },
  deepseek: {
    path: '/chat/completions',
    api: 'chat',
    model: 'deepseek-v4-pro',
    fields: [...CHAT, 'max_tokens', 'stream_options', 'thinking', 'reasoning_effort'],
    assistantFields: [...ASSISTANT, 'reasoning_content'],
    key: 'bearer',
    refuses: (body) => {
      const effort = body['reasoning_effort']
      if (effort !== undefined && effort !== 'high' && effort !== 'max') return 'reasoning_effort must be high or max'
      const missing = assistants(body).some((message) => typeof message['reasoning_content'] !== 'string')
      return hasTools(body) && missing ? 'The reasoning_content in the thinking mode must be passed back' : null
    },
  },
  qwen: {
    path: '/chat/completions',
    api: 'chat',
    model: 'qwen4-plus',
    fields: [...CHAT, 'max_tokens', 'stream_options', 'enable_thinking', 'thinking_budget'],
    assistantFields: [...ASSISTANT, 'reasoning_content'],
    key: 'bearer',
    refuses: ({ thinking_budget: budget }) =>
      typeof budget === 'number' && budget > 38_912 ? 'thinking_budget must be at most 38912' : null,
  },
  zai: glm,
  zhipu: glm,
  minimax: {
    path: '/v1/messages',
    api: 'messages',
    model: 'MiniMax-M3',
    fields: MESSAGES,
    key: 'x-api-key',
    refuses: (body) => {
      const thinking = textOf(objectOf(body['thinking'])['type'])
      return thinking === '' || thinking === 'enabled' || thinking === 'disabled'
        ? null
        : 'thinking.type is not supported'
    },
  },
  cerebras: {
    path: '/chat/completions',
    api: 'chat',
    model: 'gpt-oss-120b',
    fields: [
      ...CHAT,
      'max_completion_tokens',
      'stream_options',
      'prompt_cache_key',
      'reasoning_effort',
      'reasoning_format',
    ],
    assistantFields: [...ASSISTANT, 'reasoning'],
    key: 'bearer',
  },
  together: {
    path: '/chat/completions',
    api: 'chat',
    model: 'openai/gpt-oss-120b',
    models: /^[^/]+\/[^/]+$/,
    fields: [...CHAT, 'max_tokens', 'stream_options', 'reasoning'],
    assistantFields: [...ASSISTANT, 'reasoning'],
    key: 'bearer',
    refuses: (body) => (hasStrict(body) ? 'strict is not supported' : null),
  },
  fireworks: {
    path: '/chat/completions',
    api: 'chat',
    model: 'accounts/fireworks/models/kimi-k3',
    models: /^accounts\/[^/]+\/models\/[^/]+$/,
    fields: [...CHAT, 'max_tokens', 'stream_options', 'reasoning_effort'],
    assistantFields: [...ASSISTANT, 'reasoning_content'],
    key: 'bearer',
  },
  perplexity: {
    path: '/responses',
    api: 'responses',
    model: 'sonar-pro',
    fields: [
      'model',
      'input',
      'tools',
      'tool_choice',
      'stream',
      'store',
      'temperature',
      'max_output_tokens',
      'include',
    ],
    key: 'bearer',
  },
  huggingface: {
    path: '/chat/completions',
    api: 'chat',
    model: 'zai-org/GLM-5.2',
    models: /^[^/]+\/[^/]+$/,
    fields: [...CHAT, 'stream_options'],
    key: 'bearer',
  },
  nvidia: {
    path: '/chat/completions',
    api: 'chat',
    model: 'nvidia/nemotron-4',
    fields: [...CHAT, 'max_tokens', 'stream_options'],
    key: 'bearer',
    refuses: (body) => (hasStrict(body) ? 'strict: Extra inputs are not permitted' : null),
  },
  litellm: {
    path: '/chat/completions',
    api: 'chat',
    model: 'team-model',
    fields: [...CHAT, 'stream_options'],
    key: 'none',
  },
  vllm: {
    path: '/chat/completions',
    api: 'chat',
    model: 'Qwen/Qwen4-32B',
    models: /^Qwen\/Qwen4-32B$/,
    fields: [...CHAT, 'stream_options', 'chat_template_kwargs'],
    assistantFields: [...ASSISTANT, 'reasoning', 'reasoning_content'],
    key: 'none',
  },
}
