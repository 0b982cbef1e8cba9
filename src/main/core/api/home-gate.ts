import type { EngineApi } from '../../../shared/engine-api.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { AgentHomes } from '../agents/agent-homes.ts'
import type { AgentTree } from '../agents/agent-tree.ts'

interface GateDependencies {
  readonly homes: AgentHomes
  readonly tree: AgentTree
}

type Operation<Input, Output> = (input: Input, signal?: AbortSignal) => Promise<Result<Output>>

/** Wraps operations so that they are refused for agents of other homes. */
function createGate({ homes, tree }: GateDependencies) {
  const refusal = (ids: readonly (AgentId | undefined)[]): Result<never> | null => {
    for (const id of ids) {
      const refused = id === undefined ? null : homes.refusal(tree.get(id))
      if (refused !== null) return refused
    }
    return null
  }
  return {
    /** `idsOf`: the agents that the operation acts on. */
    allOf:
      <Input, Output>(operation: Operation<Input, Output>, idsOf: (input: Input) => readonly (AgentId | undefined)[]) =>
      async (input: Input, signal?: AbortSignal): Promise<Result<Output>> =>
        refusal(idsOf(input)) ?? operation(input, signal),
    agent:
      <Input extends { readonly agentId: AgentId }, Output>(operation: Operation<Input, Output>) =>
      async (input: Input, signal?: AbortSignal): Promise<Result<Output>> =>
        refusal([input.agentId]) ?? operation(input, signal),
  }
}

/**
 * Leaves to the home of an agent what would run a program, send a request, or read or change files or settings for it.
 * What is not in this table shows the log, ends work, arranges the tree, or decides for itself: `submit`, `fork`,
 * `takeOver`, and the queue's `change` and `remove`.
 */
export function leaveToHomes(api: EngineApi, dependencies: GateDependencies): EngineApi {
  const gate = createGate(dependencies)
  const { agents, comparisons, races, reruns, evaluations, queue, folder, keepWarm, redaction, changes } = api
  const { instructions, tools, terminals, budgets } = api
  return {
    ...api,
    agents: {
      ...agents,
      resume: gate.agent(agents.resume),
      rewind: gate.agent(agents.rewind),
      discard: gate.agent(agents.discard),
      ask: gate.agent(agents.ask),
      setOptions: gate.agent(agents.setOptions),
      setSystemPrompt: gate.agent(agents.setSystemPrompt),
      folder: gate.agent(agents.folder),
      setFolder: gate.agent(agents.setFolder),
      sandbox: gate.agent(agents.sandbox),
      setSandbox: gate.agent(agents.setSandbox),
      setOutsideOption: gate.agent(agents.setOutsideOption),
      backgroundOutput: gate.agent(agents.backgroundOutput),
      endBackground: gate.agent(agents.endBackground),
      restartBackground: gate.agent(agents.restartBackground),
      setWakeOnMail: gate.agent(agents.setWakeOnMail),
    },
    comparisons: {
      ...comparisons,
      addMerge: gate.agent(comparisons.addMerge),
      mergeBranch: gate.allOf(comparisons.mergeBranch, ({ into, writer }) => [into, writer]),
    },
    races: {
      ...races,
      start: gate.agent(races.start),
      resume: gate.allOf(races.resume, ({ raceId }) => [raceId]),
      stop: gate.allOf(races.stop, ({ raceId }) => [raceId]),
      adopt: gate.allOf(races.adopt, ({ raceId }) => [raceId]),
    },
    reruns: {
      ...reruns,
      start: gate.agent(reruns.start),
      resume: gate.allOf(reruns.resume, ({ rerunId }) => [rerunId]),
    },
    evaluations: { ...evaluations, resume: gate.allOf(evaluations.resume, ({ evaluationId }) => [evaluationId]) },
    queue: { ...queue, send: gate.agent(queue.send), reorder: gate.agent(queue.reorder) },
    folder: { files: gate.agent(folder.files), open: gate.agent(folder.open), attach: gate.agent(folder.attach) },
    keepWarm: { ...keepWarm, set: gate.agent(keepWarm.set) },
    redaction: { ...redaction, run: gate.agent(redaction.run) },
    changes: {
      ...changes,
      list: gate.agent(changes.list),
      file: gate.agent(changes.file),
      undo: gate.agent(changes.undo),
      worktree: gate.agent(changes.worktree),
      removeWorktree: gate.agent(changes.removeWorktree),
      apply: gate.agent(changes.apply),
    },
    instructions: { ...instructions, get: gate.agent(instructions.get), set: gate.agent(instructions.set) },
    tools: { ...tools, app: gate.agent(tools.app) },
    terminals: { ...terminals, open: gate.agent(terminals.open), write: gate.agent(terminals.write) },
    budgets: { ...budgets, set: gate.agent(budgets.set) },
  }
}
