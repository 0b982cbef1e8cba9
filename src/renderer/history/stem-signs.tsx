import type { AgentEvent, EventKind } from '../../shared/agent-event.ts'
import { ENDPOINT } from '../../shared/providers.ts'
import { ProviderLeaf } from '../parts/provider-leaf.tsx'
import styles from './stem.module.css'

/** What stands on the stem beside an event. */
type StemSign = 'prompt' | 'answer' | 'failed' | 'tick'

/** The others are bookkeeping. */
const SIGNS: Readonly<Partial<Record<EventKind, StemSign>>> = {
  user: 'prompt',
  mail: 'prompt',
  assistant: 'answer',
  interrupted: 'answer',
  error: 'failed',
}

/** Returns the sign of an event on the stem of its conversation. */
export function stemSign({ kind }: AgentEvent): StemSign {
  return SIGNS[kind] ?? 'tick'
}

/** The leaf of an answer's provider on the stem. Nothing for other events. */
export function StemLeaf({ event }: { event: AgentEvent }) {
  if (event.kind !== 'assistant' && event.kind !== 'interrupted') return null
  const { provider, model } = event.data
  return (
    <span className={styles.leaf}>
      <ProviderLeaf of={(provider === ENDPOINT ? model : (provider ?? model)) ?? ''} named />
    </span>
  )
}
