import type { PendingApproval } from '../../shared/approval.ts'
import { useActions } from '../hooks/app-context.ts'
import { useApprovals } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { questionsLike } from '../store/inbox-items.ts'
import { texts } from '../text/texts.ts'
import styles from './approval-question.module.css'
import { shownText } from './shown-text.ts'

const words = texts.approvals.alike

interface AllowAlikeProps {
  readonly approval: PendingApproval
  readonly pattern: string | null
  readonly canAllow: boolean
}

/** Allows this call and all open calls like it, which are listed, once each. Nothing if there are no others. */
export function AllowAlike({ approval, pattern, canAllow }: AllowAlikeProps) {
  const { approvals } = useActions()
  const pending = useApprovals((state) => state.pending)
  const others = questionsLike(approval, pattern, pending.values())
  if (others.length === 0) return null
  function allowAll(): void {
    if (!canAllow) return
    for (const { id } of [approval, ...others]) void approvals.answer(id, { type: 'allow_once' })
  }
  return (
    <div className={styles.alike}>
      <ul className={styles.alikeList} aria-label={words.list}>
        {others.map(({ id, subject }) => (
          <li key={id}>
            <code>{shownText(subject)}</code>
          </li>
        ))}
      </ul>
      <Button aria-disabled={!canAllow} onClick={allowAll}>
        {words.allow({ calls: others.length + 1 })}
      </Button>
    </div>
  )
}
