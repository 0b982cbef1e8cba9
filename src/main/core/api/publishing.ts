import type { EngineApi } from '../../../shared/engine-api.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'

export function createPublishingApi({ publishing, inputs }: EngineWiring): EngineApi['publishing'] {
  return {
    commit: (request) => publishing.commit(request),
    plan: ({ agentId, ...published }) => publishing.plan(agentId, published),
    push: ({ agentId, ...approved }) => publishing.push(agentId, approved),
    open: ({ agentId, ...request }) => publishing.open(agentId, request),
    checks: ({ agentId, ...published }) => publishing.checks(agentId, published),
    sendFailures: async ({ agentId, ...published }) => {
      const text = await publishing.failuresPrompt(agentId, published)
      return text.ok ? inputs.submit({ agentId, text: text.value, asText: true, ifBusy: 'queue' }) : text
    },
  }
}
