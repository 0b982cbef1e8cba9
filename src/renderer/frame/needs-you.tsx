import { useStores } from '../hooks/app-context.ts'
import { useApprovals, useConnection, useDismissals, useTree } from '../hooks/use-stores.ts'
import { StateShape } from '../parts/state-shape.tsx'
import { inboxItems } from '../store/inbox-items.ts'
import { texts } from '../text/texts.ts'
import styles from './needs-you.module.css'

const words = texts.frame.needsYou

/** How many questions and interrupted turns wait for the user, as in the inbox, which it opens. Nothing: none does. */
export function NeedsYou() {
  const { dialogs } = useStores()
  const isOffline = useConnection((state) => state.connection === 'lost')
  const pending = useApprovals((state) => state.pending)
  const agents = useTree((state) => state.agents)
  const dismissals = useDismissals((state) => state)
  const { waiting, interrupted } = inboxItems(agents.values(), pending.values(), dismissals)
  const count = waiting.length + interrupted.length
  if (count === 0) return null
  const questions = waiting.filter(({ access }) => access === 'question').length
  const parts = [
    ...some(waiting.length - questions, words.permissions),
    ...some(questions, words.questions),
    ...some(interrupted.length, words.interrupted),
  ]
  return (
    <button
      type="button"
      className={styles.needs}
      data-unknown={isOffline}
      title={isOffline ? words.unknown : words.title({ parts: parts.join(', ') })}
      onClick={() => dialogs.setState({ dialog: { type: 'inbox' } })}
    >
      <StateShape state={isOffline ? 'idle' : 'needs_you'} />
      <span className={styles.short} aria-hidden>
        {isOffline ? '?' : count}
      </span>
      <span className={styles.full}>{isOffline ? words.unknownShort : words.count({ count })}</span>
    </button>
  )
}

function some(count: number, text: (values: { count: number }) => string): readonly string[] {
  return count === 0 ? [] : [text({ count })]
}
