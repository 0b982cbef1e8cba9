import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import type { ModelList } from '../../../src/shared/model-info.ts'
import { ok } from '../../../src/shared/result.ts'
const PREVIEW_SERVERS = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['qwen3:8b', 'gpt-oss:20b'] },
] as const

/** The models of the preview; a renewal of their catalogue finds three. */
export function previewModels(note: (operation: string, input: unknown) => void, models: ModelList) {
  const os = implement(contract)
  return {
    list: os.models.list.handler(() => models),
    renew: os.models.renew.handler(() => {
      note('models.renew', {})
      return ok({ models: 3, renewedOn: '2026-11-22', problems: ['OpenAI did not answer in time.'] })
    }),
    localServers: os.models.localServers.handler(() => [...PREVIEW_SERVERS]),
    outsidePrograms: os.models.outsidePrograms.handler(() => []),
  }
}
