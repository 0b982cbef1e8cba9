import { useEffect, useState } from 'react'

import type { EndingModel } from '../../shared/ending-models.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useModels, useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { agentName } from '../store/agent-name.ts'
import { modelTitle, ownModelTitle } from '../store/model-title.ts'
import { calendarDayText } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import styles from './approval-inbox.module.css'
import { Section } from './inbox-parts.tsx'

const words = texts.inbox.ending

/** The models of agents that end soon or have ended, a line for each, with the agents that use them. */
export function EndingModels() {
  const { settings } = useActions()
  const [models, setModels] = useState<readonly EndingModel[]>([])
  useEffect(() => {
    let isShown = true
    void settings.readEndingModels().then((read) => {
      if (isShown) setModels(read)
    })
    return () => {
      isShown = false
    }
  }, [settings])
  return (
    <Section title={words.title} items={models}>
      {models.map((model) => (
        <EndingItem key={`${model.provider} ${model.model}`} ending={model} />
      ))}
    </Section>
  )
}

function EndingItem({ ending }: { readonly ending: EndingModel }) {
  const { provider, endsOn, hasEnded, successor, agents } = ending
  const { dialogs, layout } = useStores()
  const known = useTree((state) => state.agents)
  const list = useModels((state) => state.list)
  const [user] = agents.flatMap((id) => known.get(id) ?? [])
  const model = (user === undefined ? null : ownModelTitle(list, user)) ?? modelTitle(list, provider, ending.model)
  const line = (hasEnded ? words.ended : words.ends)({ model, day: calendarDayText(endsOn) })
  return (
    <article className={styles.item} aria-label={line}>
      <p>
        {successor === null ? line : `${line} ${words.successor({ model: modelTitle(list, provider, successor) })}`}
      </p>
      <p className={styles.acts}>
        {agents.map((id) => {
          const agent = known.get(id)
          if (agent === undefined) return null
          return (
            <Button
              key={id}
              tone="quiet"
              onClick={() => {
                layout.dispatch({ type: 'show', agentId: id })
                dialogs.close()
              }}
            >
              {agentName(agent)}
            </Button>
          )
        })}
      </p>
    </article>
  )
}
