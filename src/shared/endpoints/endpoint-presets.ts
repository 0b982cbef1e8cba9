import type { CloudAuth, EndpointKind, KeyHeader } from './endpoint-kinds.ts'
import type { Quirks } from './endpoint-quirks.ts'

/** How requests to a cloud differ from those of the API that it carries. */
export type CloudForm = 'vertex-claude' | 'vertex-gemini'

/** A known service: what an entry with `"preset"` need not say. */
export interface EndpointPreset {
  readonly label: string
  readonly kind: EndpointKind
  /** Null: it depends on the user (`addressForm` says how it is made). */
  readonly baseUrl: string | null
  /** The form of the address, as its pages show it. */
  readonly addressForm?: string
  /** Variables that hold the key; the first one that is set is used. */
  readonly keyVariables: readonly [string, ...string[]]
  readonly keyPage: string | null
  readonly keyHeader?: KeyHeader
  /** Whether requests can do without a key. */
  readonly keyIsOptional?: true
  /**
   * Whether a key in the environment alone makes it an endpoint: its variable belongs to this service alone, and its
   * address is one.
   */
  readonly byVariable?: true
  readonly cloud?: CloudForm
  /** The `auth` with which it needs no key. */
  readonly auth?: CloudAuth
  /** A command that prints its tokens, as an example. */
  readonly tokenExample?: string
  readonly quirks: Quirks
}

const GLM: Quirks = {
  stream_options: false,
  tool_choice: 'auto',
  max_tokens: 'max_tokens',
  thinking: 'switch_kept',
  reasoning_field: 'reasoning_content',
  think_tags: false,
  temperature_max: 1,
  extra_body: { tool_stream: true },
}
const CLAUDE: Quirks = { thinking: 'claude', cache: true, strict: true }

/** In the order of every list. Sources: the services' own pages, November 2026. */
const ROWS = {
  groq: {
    label: 'Groq',
    kind: 'openai-chat',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariables: ['GROQ_API_KEY'],
    keyPage: 'https://console.groq.com/keys',
    byVariable: true,
    quirks: {
      max_tokens: 'max_completion_tokens',
      reasoning_field: 'reasoning',
      think_tags: false,
      extra_body: { disable_tool_validation: true },
    },
  },
  deepseek: {
    label: 'DeepSeek',
    kind: 'openai-chat',
    baseUrl: 'https://api.deepseek.com',
    keyVariables: ['DEEPSEEK_API_KEY'],
    keyPage: 'https://platform.deepseek.com/api_keys',
    byVariable: true,
    quirks: {
      max_tokens: 'max_tokens',
      thinking: 'switch_effort',
      efforts: ['high', 'max'],
      reasoning_field: 'reasoning_content',
      reasoning_back: 'always',
      think_tags: false,
    },
  },
  qwen: {
    label: 'Qwen (Alibaba)',
    kind: 'openai-chat',
    // The address depends on the workspace, and the key on the region.
    baseUrl: null,
    addressForm: 'https://WORKSPACE.ap-southeast-1.maas.aliyuncs.com/compatible-mode/v1',
    keyVariables: ['DASHSCOPE_API_KEY'],
    keyPage: 'https://modelstudio.console.alibabacloud.com',
    quirks: {
      max_tokens: 'max_tokens',
      thinking: 'budget_field',
      reasoning_field: 'reasoning_content',
      think_tags: false,
    },
  },
  zai: {
    label: 'Z.ai (GLM)',
    kind: 'openai-chat',
    baseUrl: 'https://api.z.ai/api/paas/v4',
    keyVariables: ['ZAI_API_KEY'],
    keyPage: 'https://z.ai/manage-apikey/apikey-list',
    byVariable: true,
    quirks: GLM,
  },
  zhipu: {
    label: 'Zhipu (GLM, China)',
    kind: 'openai-chat',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    keyVariables: ['ZHIPUAI_API_KEY'],
    keyPage: 'https://open.bigmodel.cn/usercenter/apikeys',
    byVariable: true,
    quirks: GLM,
  },
  minimax: {
    label: 'MiniMax',
    // Over Chat Completions, thinking of older models is part of the text.
    kind: 'anthropic',
    baseUrl: 'https://api.minimax.io/anthropic',
    keyVariables: ['MINIMAX_API_KEY'],
    keyPage: 'https://platform.minimax.io/user-center/basic-information/interface-key',
    byVariable: true,
    quirks: { thinking: 'none', temperature_max: 1 },
  },
  cerebras: {
    label: 'Cerebras',
    kind: 'openai-chat',
    baseUrl: 'https://api.cerebras.ai/v1',
    keyVariables: ['CEREBRAS_API_KEY'],
    keyPage: 'https://cloud.cerebras.ai',
    byVariable: true,
    quirks: { max_tokens: 'max_completion_tokens', reasoning_field: 'reasoning', cache: true, temperature_max: 1.5 },
  },
  together: {
    label: 'Together',
    kind: 'openai-chat',
    baseUrl: 'https://api.together.ai/v1',
    keyVariables: ['TOGETHER_API_KEY'],
    keyPage: 'https://api.together.ai/settings/api-keys',
    byVariable: true,
    quirks: { max_tokens: 'max_tokens', thinking: 'enabled', reasoning_field: 'reasoning' },
  },
  fireworks: {
    label: 'Fireworks',
    kind: 'openai-chat',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
    keyVariables: ['FIREWORKS_API_KEY'],
    keyPage: 'https://app.fireworks.ai/settings/users/api-keys',
    byVariable: true,
    quirks: { max_tokens: 'max_tokens', thinking: 'effort', reasoning_field: 'reasoning_content' },
  },
  perplexity: {
    label: 'Perplexity',
    // Its Chat Completions ended in September 2026.
    kind: 'openai-responses',
    baseUrl: 'https://api.perplexity.ai/v1',
    keyVariables: ['PERPLEXITY_API_KEY'],
    keyPage: 'https://www.perplexity.ai/settings/api',
    byVariable: true,
    quirks: { max_tokens: 'max_tokens' },
  },
  huggingface: {
    label: 'Hugging Face',
    kind: 'openai-chat',
    baseUrl: 'https://router.huggingface.co/v1',
    // The same variable holds the token with which models are downloaded, so it alone makes no endpoint.
    keyVariables: ['HF_TOKEN'],
    keyPage: 'https://huggingface.co/settings/tokens',
    quirks: {},
  },
  nvidia: {
    label: 'NVIDIA NIM',
    kind: 'openai-chat',
    baseUrl: 'https://integrate.api.nvidia.com/v1',
    keyVariables: ['NVIDIA_API_KEY'],
    keyPage: 'https://build.nvidia.com/settings/api-keys',
    byVariable: true,
    quirks: { max_tokens: 'max_tokens' },
  },
  litellm: {
    label: 'LiteLLM',
    kind: 'openai-chat',
    baseUrl: 'http://127.0.0.1:4000/v1',
    addressForm: 'https://HOST/v1',
    keyVariables: ['LITELLM_API_KEY'],
    keyPage: null,
    keyIsOptional: true,
    quirks: {},
  },
  vllm: {
    label: 'vLLM',
    kind: 'openai-chat',
    baseUrl: 'http://127.0.0.1:8000/v1',
    addressForm: 'http://HOST:8000/v1',
    keyVariables: ['VLLM_API_KEY'],
    keyPage: null,
    keyIsOptional: true,
    quirks: { thinking: 'template', reasoning_field: 'reasoning' },
  },
  azure: {
    label: 'Azure OpenAI',
    kind: 'openai-responses',
    baseUrl: null,
    addressForm: 'https://RESOURCE.openai.azure.com/openai/v1',
    keyVariables: ['AZURE_OPENAI_API_KEY'],
    auth: 'azure',
    keyPage: 'https://ai.azure.com',
    keyHeader: 'api-key',
    tokenExample: 'az account get-access-token --resource https://ai.azure.com',
    quirks: {
      max_tokens: 'max_tokens',
      thinking: 'effort',
      efforts: ['minimal', 'low', 'medium', 'high'],
      reasoning_summary: true,
      cache: true,
    },
  },
  foundry: {
    label: 'Claude in Microsoft Foundry',
    kind: 'anthropic',
    baseUrl: null,
    addressForm: 'https://RESOURCE.services.ai.azure.com/anthropic',
    keyVariables: ['ANTHROPIC_FOUNDRY_API_KEY'],
    auth: 'azure',
    keyPage: 'https://ai.azure.com',
    keyHeader: 'api-key',
    tokenExample: 'az account get-access-token --resource https://ai.azure.com',
    quirks: CLAUDE,
  },
  vertex: {
    label: 'Gemini on Google Cloud',
    kind: 'gemini',
    baseUrl: null,
    addressForm: 'https://aiplatform.googleapis.com/v1/projects/PROJECT/locations/global',
    keyVariables: ['VERTEX_ACCESS_TOKEN'],
    auth: 'google',
    keyPage: 'https://console.cloud.google.com',
    keyHeader: 'bearer',
    cloud: 'vertex-gemini',
    tokenExample: 'gcloud auth print-access-token',
    quirks: {},
  },
  'vertex-claude': {
    label: 'Claude on Google Cloud',
    kind: 'anthropic',
    baseUrl: null,
    addressForm: 'https://aiplatform.googleapis.com/v1/projects/PROJECT/locations/global',
    keyVariables: ['VERTEX_ACCESS_TOKEN'],
    auth: 'google',
    keyPage: 'https://console.cloud.google.com',
    keyHeader: 'bearer',
    cloud: 'vertex-claude',
    tokenExample: 'gcloud auth print-access-token',
    quirks: CLAUDE,
  },
  bedrock: {
    label: 'Amazon Bedrock',
    kind: 'openai-chat',
    baseUrl: null,
    addressForm: 'https://bedrock-runtime.REGION.amazonaws.com/openai/v1',
    keyVariables: ['AWS_BEARER_TOKEN_BEDROCK'],
    auth: 'aws',
    keyPage: 'https://console.aws.amazon.com/bedrock',
    quirks: { max_tokens: 'max_completion_tokens' },
  },
  'bedrock-claude': {
    label: 'Claude on Amazon Bedrock',
    kind: 'anthropic',
    baseUrl: null,
    addressForm: 'https://bedrock-runtime.REGION.amazonaws.com/anthropic',
    keyVariables: ['AWS_BEARER_TOKEN_BEDROCK'],
    auth: 'aws',
    keyPage: 'https://console.aws.amazon.com/bedrock',
    keyHeader: 'bearer',
    quirks: CLAUDE,
  },
} satisfies Readonly<Record<string, EndpointPreset>>

export type PresetName = keyof typeof ROWS
export const ENDPOINT_PRESETS: Readonly<Record<PresetName, EndpointPreset>> = ROWS
export const PRESET_NAMES: readonly PresetName[] = Object.keys(ROWS).filter(isPresetName)

export function isPresetName(text: string): text is PresetName {
  return Object.hasOwn(ROWS, text)
}
