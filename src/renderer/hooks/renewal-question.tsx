import { RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { renewalAtStart } from '../../shared/model-catalog-file.ts'
import { useActions } from './app-context.ts'
import { useConfig, useModels, useTree } from './use-stores.ts'
import { Button } from '../parts/button.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import { OfferCard } from '../parts/offer-card.tsx'
import { canAnswer } from '../store/model-store.ts'
import { texts } from '../text/texts.ts'

const words = texts.connections

/**
 * Whether the user is to be asked if the catalogue of models is renewed at every start: once a provider can be used and
 * has answered. The demo asks nobody for models.
 */
export function useRenewalQuestion(): boolean {
  const isUndecided = useConfig(({ config }) => config !== null && renewalAtStart(config) === 'ask')
  const isDemo = useTree(({ status }) => status?.demo !== false)
  const canAsk = useModels(({ list }) => list?.providers.some(canAnswer) === true)
  const hasAnswered = useTree(({ agents }) => [...agents.values()].some(({ usage }) => usage.outputTokens > 0))
  return isUndecided && !isDemo && canAsk && hasAnswered
}

/** Asks whether the catalogue of models is renewed at every start. Empty before that, once it is decided, and where hosts are named. */
export function RenewalQuestion() {
  const { config: configActions } = useActions()
  const isAsked = useRenewalQuestion()
  const address = useConfig(({ config }) => config?.modelCatalogUrl ?? null)
  const [failure, setFailure] = useState<string | null>(null)
  if (!isAsked) return null
  async function decide(renewModelsAtStart: boolean): Promise<void> {
    setFailure(await configActions.update({ renewModelsAtStart }))
  }
  return (
    <OfferCard
      Icon={RefreshCw}
      title={words.renewalQuestion.title}
      about={words.renewalQuestion.about({ address })}
      failure={<FailureNote failure={failure} />}
    >
      <Button onClick={() => void decide(true)}>{words.renewals.atStart}</Button>
      <Button onClick={() => void decide(false)}>{words.renewals.onRequest}</Button>
    </OfferCard>
  )
}
