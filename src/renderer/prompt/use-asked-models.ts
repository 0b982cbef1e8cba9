import type { AgentId } from '../../shared/ids.ts'
import { parseModelSpec } from '../../shared/model-spec.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import type { ThinkingLevel } from '../../shared/thinking-level.ts'
import { useStores } from '../hooks/app-context.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useAskedModelState } from '../hooks/use-stores.ts'
import { askedModels, withAskedModels } from '../store/asked-model-store.ts'

export interface AskedModelList {
  /** `MODEL/LEVEL` or `@POOL`. */
  readonly models: readonly string[]
  add(spec: string): void
  setLevel(index: number, level: ThinkingLevel): void
  /** Removes a model and moves the focus to the prompt. */
  remove(index: number): void
}

/** Returns the models that the agent's next prompt goes to beside its own. */
export function useAskedModels(agentId: AgentId): AskedModelList {
  const { askedModels: store } = useStores()
  const models = useAskedModelState((state) => askedModels(state, agentId))
  const set = (next: readonly string[]) => store.setState((state) => withAskedModels(state, agentId, next))
  return {
    models,
    add: (spec) => set([...models, spec]),
    setLevel: (index, level) => set(models.map((spec, at) => (at === index ? withLevel(spec, level) : spec))),
    remove(index) {
      set(models.filter((_, at) => at !== index))
      promptElement(agentId)?.focus()
    },
  }
}

function withLevel(spec: string, level: ThinkingLevel): string {
  const parsed = parseModelSpec(spec)
  return parsed.ok ? modelSpecText(parsed.choice.provider, parsed.choice.model, level) : spec
}
