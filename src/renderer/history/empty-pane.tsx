import { useState } from 'react'

import type { ModelChoice } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { inferProvider } from '../../shared/model-spec.ts'
import { outsideProgramOf } from '../../shared/outside-agent.ts'
import { useStores } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useModels } from '../hooks/use-stores.ts'
import { modelKey } from '../models/model-groups.ts'
import { otherModels } from '../models/neutral-model.ts'
import { Button } from '../parts/button.tsx'
import { withAskedModels } from '../store/asked-model-store.ts'
import styles from './empty-pane.module.css'

/** First prompts. Choosing one fills the prompt box and sends nothing. */
const STARTERS = [
  {
    title: 'Explain this folder',
    prompt: 'Look through this folder and explain what it contains, how its parts relate, and where to begin reading.',
  },
  {
    title: 'Write and test a script',
    prompt: 'Write a script that … . Test it with a few examples, and show me the results.',
  },
  {
    title: 'Plan with sub-agents',
    prompt: 'Plan the following task, give each part of it to a sub-agent, and combine their results: …',
  },
] as const

/** Asks the agent's own model and two others, of other providers if there are keys for them. */
const SEVERAL = {
  title: 'Ask 3 models the same question',
  prompt: 'Compare … with … . Which one do you recommend, and why?',
  further: 2,
} as const
const ISO_DATE_LENGTH = 10

/** The content of a pane whose agent has no messages yet. */
export function EmptyPane({ agentId }: { agentId: AgentId }) {
  const { askedModels, dialogs, drafts } = useStores()
  const choice = useAgent(agentId)?.choice ?? null
  const further = useFurtherModels(choice)
  const start = (prompt: string) => {
    drafts.type(agentId, prompt)
    promptElement(agentId)?.focus()
  }
  return (
    <div className={styles.empty}>
      {choice === null ? (
        <>
          <p className={styles.lead}>Write a prompt, or choose a model first.</p>
          <Button onClick={() => dialogs.setState({ modelPickerOf: agentId })}>Choose a model</Button>
        </>
      ) : (
        <p className={styles.lead}>Ask {outsideProgramOf(choice) ?? choice.model} something.</p>
      )}
      <ul className={styles.starters} aria-label="Starters">
        {further.length < SEVERAL.further ? null : (
          <li>
            <Button
              onClick={() => {
                askedModels.setState((state) => withAskedModels(state, agentId, further))
                start(SEVERAL.prompt)
              }}
            >
              {SEVERAL.title}
            </Button>
          </li>
        )}
        {STARTERS.map(({ title, prompt }) => (
          <li key={title}>
            <Button onClick={() => start(prompt)}>{title}</Button>
          </li>
        ))}
      </ul>
      <DefaultModel />
    </div>
  )
}

/** Returns two models to ask beside the agent's own; fewer if there are no others. */
function useFurtherModels(choice: ModelChoice | null): readonly string[] {
  const list = useModels((state) => state.list)
  const [today] = useState(() => new Date().toISOString().slice(0, ISO_DATE_LENGTH))
  if (choice === null) return []
  const own = modelKey({ provider: choice.provider, id: choice.model })
  const found = otherModels(list, { contestants: new Set([own]), today })
  const [first] = found
  if (first === undefined) return []
  // The second is of a third provider if one is ready.
  const provider = (spec: string) => inferProvider(spec.slice(0, spec.lastIndexOf('/')))
  const taken = [choice.provider, provider(first)]
  const second = found.find((spec) => !taken.includes(provider(spec))) ?? found[1]
  return second === undefined ? [first] : [first, second]
}

/** The model of new agents, and where it is changed. */
function DefaultModel() {
  const { dialogs } = useStores()
  const list = useModels((state) => state.list)
  if (list?.defaultModel == null) return null
  return (
    <p className={styles.hint}>
      New agents use {list.defaultModel}
      {list.endedDefault === undefined ? '' : `, because ${list.endedDefault} is no longer available`} ·{' '}
      <button
        type="button"
        className={styles.change}
        onClick={() => dialogs.setState({ dialog: { type: 'settings', page: 'models' } })}
      >
        Change…
      </button>
    </p>
  )
}
