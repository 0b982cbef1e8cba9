import { useState } from 'react'
import { flushSync } from 'react-dom'

import type { ModelChoice } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { inferProvider } from '../../shared/model-spec.ts'
import { outsideProgramOf } from '../../shared/outside-agent.ts'
import { useStores } from '../hooks/app-context.ts'
import { useAgent } from '../hooks/use-agent.ts'
import { useModels } from '../hooks/use-stores.ts'
import { modelKey } from '../models/model-groups.ts'
import { otherModels } from '../models/neutral-model.ts'
import { Button } from '../parts/button.tsx'
import { focusFirstGap } from '../prompt/prompt-gaps.ts'
import { withAskedModels } from '../store/asked-model-store.ts'
import { ownModelTitle, specTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import styles from './empty-pane.module.css'

const words = texts.history.empty

/** First prompts. Choosing one fills the prompt box, selects what the user has to write, and sends nothing. */
const STARTERS = [words.folder, words.script, words.plan]

/** One starter asks the agent's own model and so many others, of other providers if there are keys for them. */
const FURTHER_MODELS = 2
const ISO_DATE_LENGTH = 10

/** The content of a pane whose agent has no messages yet. */
export function EmptyPane({ agentId }: { agentId: AgentId }) {
  const { askedModels, dialogs, drafts } = useStores()
  const agent = useAgent(agentId)
  const choice = agent?.choice ?? null
  const model = useModels(({ list }) => (agent === undefined ? null : ownModelTitle(list, agent)))
  const further = useFurtherModels(choice)
  const start = (prompt: string) => {
    // The box must contain the text when its gap is selected.
    flushSync(() => drafts.type(agentId, prompt, false))
    focusFirstGap(agentId)
  }
  return (
    <div className={styles.empty}>
      {choice === null ? (
        <>
          <p className={styles.lead}>{words.noModel}</p>
          <Button onClick={() => dialogs.setState({ modelPickerOf: agentId })}>{words.chooseModel}</Button>
        </>
      ) : (
        <p className={styles.lead}>{words.ask({ model: outsideProgramOf(choice) ?? model ?? choice.model })}</p>
      )}
      <ul className={styles.starters} aria-label={words.starters}>
        {further.length < FURTHER_MODELS ? null : (
          <li>
            <Button
              onClick={() => {
                askedModels.setState((state) => withAskedModels(state, agentId, further))
                start(words.several.prompt)
              }}
            >
              {words.several.title}
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
      {newAgentsText(specTitle(list, list.defaultModel), list.endedDefault)} ·{' '}
      <button
        type="button"
        className={styles.change}
        onClick={() => dialogs.setState({ dialog: { type: 'settings', page: 'models' } })}
      >
        {words.change}
      </button>
    </p>
  )
}

/** `ended`: the default that is replaced, if it is no longer available. */
function newAgentsText(model: string, ended: string | undefined): string {
  return ended === undefined ? words.newAgents({ model }) : words.newAgentsInstead({ model, ended })
}
