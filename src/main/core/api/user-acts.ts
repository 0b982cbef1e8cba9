import type { EngineApi } from '../../../shared/engine-api.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { QuestionInbox } from '../approvals/question-inbox.ts'
import type { TreeLimits } from '../budgets/tree-limits.ts'

interface ActDependencies {
  readonly questions: Pick<QuestionInbox, 'find'>
  readonly treeLimits: Pick<TreeLimits, 'acted'>
}

type Operation<Input, Output> = (input: Input, signal?: AbortSignal) => Promise<Result<Output>>

/**
 * Has the limits of a tree count anew when a user acts in it: what is a command or a click on an agent's context, a fork,
 * and an answer to a question. Lines that a user types (`submit`) and turns that a user begins count by themselves. What
 * only looks, arranges the tree or ends work is no act.
 */
export function countUserActs(api: EngineApi, { questions, treeLimits }: ActDependencies): EngineApi {
  const actAt =
    <Input, Output>(operation: Operation<Input, Output>, idOf: (input: Input) => AgentId): Operation<Input, Output> =>
    async (input, signal) => {
      // Begun at once, so that acts in quick succession keep their order. If the count cannot begin anew, a limit only asks
      // earlier.
      const [done] = await Promise.all([operation(input, signal), treeLimits.acted(idOf(input))])
      return done
    }
  const act = <Input extends { readonly agentId: AgentId }, Output>(operation: Operation<Input, Output>) =>
    actAt(operation, ({ agentId }) => agentId)
  const { agents, comparisons, keepWarm, approvals } = api
  return {
    ...api,
    agents: {
      ...agents,
      rewind: act(agents.rewind),
      discard: act(agents.discard),
      fork: act(agents.fork),
      ask: act(agents.ask),
      setOptions: act(agents.setOptions),
      setSystemPrompt: act(agents.setSystemPrompt),
      setWakeOnMail: act(agents.setWakeOnMail),
    },
    comparisons: {
      ...comparisons,
      addMerge: act(comparisons.addMerge),
      mergeBranch: actAt(comparisons.mergeBranch, ({ into }) => into),
    },
    keepWarm: { ...keepWarm, set: act(keepWarm.set) },
    approvals: {
      ...approvals,
      answer: async (input, signal) => {
        const asked = questions.find(input.approvalId)
        const answered = await approvals.answer(input, signal)
        // A limit that is kept counts on.
        const isKept = input.answer.type === 'deny' && (asked?.access === 'limit' || asked?.access === 'budget')
        return answered.ok && asked !== undefined && !isKept ? treeLimits.acted(asked.agentId) : answered
      },
    },
  }
}
