import type { EngineApi } from '../../../shared/engine-api.ts'
import { DONE, ok, refuse } from '../../../shared/result.ts'
import type { EngineWiring } from '../wiring/engine-wiring.ts'
import type { OpenSignIn } from '../ports/tool-server-ports.ts'
import { NEVER } from './never.ts'

export function createToolsApi({ toolServers, toolBox }: EngineWiring): EngineApi['tools'] {
  const open = new Map<string, OpenSignIn>()
  return {
    list: (_input, signal = NEVER) => toolBox.list(signal),
    async app({ agentId, name }, signal = NEVER) {
      await toolBox.ready(agentId, signal)
      const tool = toolBox.tools(agentId).find(({ definition }) => definition.name === name)
      return tool?.readApp?.() ?? refuse(NO_APP)
    },
    restartServer: async ({ name }) =>
      toolServers.restart(name) ? DONE : refuse(`There is no MCP server called ${name}.`),
    async signIn({ name }) {
      const begun = await toolServers.signIn(name)
      if (!begun.ok) return begun
      open.set(name, begun.value)
      const { address, issuer, scopes } = begun.value
      return ok({ address, issuer, scopes })
    },
    signInResult: async ({ name }) => open.get(name)?.done ?? notOpen(name),
    finishSignIn: async ({ name, address }) => {
      const signIn = open.get(name)
      if (signIn === undefined) return notOpen(name)
      return signIn.accept(address) ? signIn.done : refuse('This is not the address of the last page of this sign-in.')
    },
    signOut: ({ name }) => toolServers.signOut(name),
  }
}

const NO_APP =
  'The app of this tool is not available: its server does not run, or no longer offers it. Look in Settings, MCP servers, and restart the server there.'

function notOpen(name: string) {
  return refuse(`No sign-in to ${name} is open. Begin one first.`)
}

/** What tools may do. */
export function createApprovalsApi({ approvals, questions, treeLimits }: EngineWiring): EngineApi['approvals'] {
  return {
    subscribe: (_input, signal) => approvals.subscribe(signal),
    async answer({ approvalId, answer }) {
      const asked = questions.find(approvalId)
      const answered = await questions.answer(approvalId, answer)
      // A limit that is kept counts on.
      const isKept = answer.type === 'deny' && (asked?.access === 'limit' || asked?.access === 'budget')
      return answered.ok && asked !== undefined && !isKept ? treeLimits.acted(asked.agentId) : answered
    },
    addRule: (rule) => approvals.addRule(rule),
    revoke: ({ ruleId }) => approvals.revoke(ruleId),
  }
}

/** What agents may use. */
export function createBudgetsApi({ budgets, treeLimits }: EngineWiring): EngineApi['budgets'] {
  return {
    tree: ({ agentId }) => treeLimits.counts(agentId),
    list: () => budgets.all(),
    today: () => budgets.today(),
    set: ({ agentId, budget }) => budgets.set(agentId, budget),
  }
}
