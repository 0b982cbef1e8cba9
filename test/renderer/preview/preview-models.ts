import { implement } from '@orpc/server'

import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { CredentialState } from '../../../src/shared/credential-state.ts'
import { defined } from '../../../src/shared/defined.ts'
import { type ModelList, plainName } from '../../../src/shared/model-info.ts'
import type { ApiProviderName } from '../../../src/shared/providers.ts'
import { ok } from '../../../src/shared/result.ts'

/** The names of models that are called otherwise than their ids, as in the catalogue. */
const NAMES = new Map([
  ['claude-opus-5-5', 'Claude Opus 5.5'],
  ['claude-opus-4-5', 'Claude Opus 4.5'],
  ['claude-sonnet-5-5', 'Claude Sonnet 5.5'],
  ['claude-haiku-4-5', 'Claude Haiku 4.5'],
  ['gpt-6.1-sol', 'GPT-6.1 Sol'],
  ['gpt-5', 'GPT-5'],
  ['gpt-5-mini', 'GPT-5 mini'],
  ['gpt-4.1', 'GPT-4.1'],
  ['gemini-4-argon', 'Gemini 4 Argon'],
  ['gemini-3.8-flash', 'Gemini 3.8 Flash'],
  ['gemini-2.5-flash', 'Gemini 2.5 Flash'],
  ['grok-4', 'Grok 4'],
  ['kimi-k3', 'Kimi K3'],
  ['qwen3:8b', 'Qwen3 8B'],
])

/** Returns the name of a model in the catalogue; its id if it has none. */
export function catalogName(id: string): string {
  return NAMES.get(id) ?? id
}

/** Returns the agent with the plain name of its model, as the engine sends it. */
export function withModelName(agent: AgentSummary): AgentSummary {
  const name = NAMES.get(agent.choice?.model ?? '')
  return { ...agent, ...defined({ modelName: name === undefined ? undefined : plainName({ name }) }) }
}

const PREVIEW_SERVERS = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['qwen3:8b', 'gpt-oss:20b'] },
] as const

/** The models of the preview, ready where a key was set since; a renewal of their catalogue finds three. */
export function previewModels(
  note: (operation: string, input: unknown) => void,
  models: ModelList,
  keys: ReadonlyMap<ApiProviderName, CredentialState>,
) {
  const os = implement(contract)
  const hasKey = (name: string) =>
    [...keys.values()].some(({ provider, source }) => provider === name && source !== null)
  return {
    list: os.models.list.handler(() => ({
      ...models,
      providers: models.providers.map((group) => ({ ...group, ready: group.ready || hasKey(group.provider) })),
    })),
    renew: os.models.renew.handler(() => {
      note('models.renew', {})
      return ok({ models: 3, renewedOn: '2026-11-22', problems: ['OpenAI did not answer in time.'] })
    }),
    ends: os.models.ends.handler(() => []),
    localServers: os.models.localServers.handler(() => [...PREVIEW_SERVERS]),
    outsidePrograms: os.models.outsidePrograms.handler(() => []),
  }
}
