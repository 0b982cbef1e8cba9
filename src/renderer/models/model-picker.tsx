import { useEffect, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { LearnedPart, ModelInfo } from '../../shared/model-info.ts'
import { modelSpecText } from '../../shared/model-spec-text.ts'
import type { ProviderName } from '../../shared/providers.ts'
import { DEFAULT_THINKING_LEVEL, type ThinkingLevel } from '../../shared/thinking-level.ts'
import { useActions } from '../hooks/app-context.ts'
import { useEstimate } from '../hooks/use-estimate.ts'
import { useModels } from '../hooks/use-stores.ts'
import { estimateText, NO_PRICE_TITLE } from '../parts/money-text.ts'
import { dateAndTime } from '../text/calendar-day.ts'
import { unsentPart } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import { modelKey } from './model-groups.ts'
import { PickerList } from './picker-list.tsx'
import styles from './picker-list.module.css'

const words = texts.models.picker

interface ModelPickerProps {
  /** The current choice. */
  readonly current: { readonly model: string; readonly thinkingLevel: ThinkingLevel } | null
  /** The agent whose next prompt the price is for; missing: no price. */
  readonly agentId?: AgentId
  /** Whether the model is only used for a preview, so that one without a key can be selected. */
  readonly sendsNothing?: boolean
  /** Whether pools can be chosen as well. */
  readonly offersPools?: boolean
  /** Only models of this provider; missing: of all. */
  readonly provider?: ProviderName
  /** `MODEL/LEVEL` or `@POOL`, as typed after `/model`. */
  onChoose(spec: string): void
}

/** Chooses one model and its level: by a click, or with the keys of the search field. */
export function ModelPicker({ current, agentId, onChoose, ...list }: ModelPickerProps) {
  const { settings: actions } = useActions()
  // What servers refuse is learned with every request.
  useEffect(() => void actions.loadModels(), [actions])
  const [level, setLevel] = useState(current?.thinkingLevel ?? DEFAULT_THINKING_LEVEL)
  const start = useModels(({ list: all }) => {
    const found = all?.providers.flatMap(({ models }) => models).find(({ id }) => id === current?.model)
    return found === undefined ? (current?.model ?? null) : modelKey(found)
  })
  const choose = ({ provider, id }: ModelInfo) => onChoose(modelSpecText(provider, id, level))
  return (
    <PickerList
      {...list}
      focuses
      agentId={agentId ?? null}
      start={start}
      choices={{
        type: 'one',
        chosen: start === null ? [] : [start],
        levelOf: () => level,
        pick: choose,
        pickPool: onChoose,
        setLevel: (_, next) => setLevel(next),
        enter(active, typed) {
          if (active === null) return typed === '' ? undefined : onChoose(`${typed}/${level}`)
          return typeof active === 'string' ? onChoose(active) : choose(active)
        },
      }}
      foot={(active) => {
        const model = active === null || typeof active === 'string' ? null : active
        return (
          <>
            <span className={styles.hint}>
              {words.keys}
              {list.sendsNothing === true ? ` · ${words.nothingIsSent}` : ''}
            </span>
            {agentId === undefined || model === null ? null : (
              <NextPromptPrice agentId={agentId} spec={modelSpecText(model.provider, model.id, level)} />
            )}
            <Learned parts={model?.learned ?? []} />
          </>
        )
      }}
    />
  )
}

/** What the server of the highlighted model has refused, and what is sent instead. */
function Learned({ parts }: { parts: readonly LearnedPart[] }) {
  const [first] = parts.map(({ at }) => at).toSorted((a, b) => a - b)
  if (first === undefined) return null
  const names = parts.map(({ part }) => unsentPart(part)).join(', ')
  return (
    <p className={styles.learned} role="note">
      {words.learned({ parts: names, since: dateAndTime(first) })}
    </p>
  )
}

/** What the agent's next prompt would cost with a model (`MODEL/LEVEL`). */
function NextPromptPrice({ agentId, spec }: { agentId: AgentId; spec: string }) {
  const [estimate] = useEstimate({ agentId, models: [spec] }) ?? []
  if (estimate?.model !== spec) return null
  return (
    <span className={styles.next} title={estimate.usd === null ? NO_PRICE_TITLE : undefined}>
      {words.thisPrompt({ cost: estimateText([estimate]) })}
    </span>
  )
}
