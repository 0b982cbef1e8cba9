import type { EngineApi } from '../../../shared/engine-api.ts'
import { DONE, refuse } from '../../../shared/result.ts'
import type { EngineServices } from '../engine-services.ts'
import { NEVER } from './never.ts'

export function createToolsApi({ dependencies, tools }: EngineServices): EngineApi['tools'] {
  return {
    list: (_input, signal = NEVER) => tools.list(signal),
    restartServer: async ({ name }) =>
      dependencies.toolServers.restart(name) ? DONE : refuse(`No server of tools is called ${name}.`),
  }
}

/** What tools may do. */
export function createApprovalsApi({ approvals, questions }: EngineServices): EngineApi['approvals'] {
  return {
    subscribe: (_input, signal) => approvals.subscribe(signal),
    answer: ({ approvalId, answer }) => questions.answer(approvalId, answer),
    addRule: (rule) => approvals.addRule(rule),
    revoke: ({ ruleId }) => approvals.revoke(ruleId),
  }
}

/** What agents may use. */
export function createBudgetsApi({ budgets }: EngineServices): EngineApi['budgets'] {
  return {
    list: () => budgets.all(),
    today: () => budgets.today(),
    set: ({ agentId, budget }) => budgets.set(agentId, budget),
  }
}
